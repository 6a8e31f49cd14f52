// The checks of lab 06: part 6a, checks_streams.cpp and checks_whole.cpp.  Each rules out
// one wrong idea; its title is a claim, which holds if the check passes.

#include "checks.h"

namespace gridlock::check {
namespace {

vector<Visit> visits() {
  if (on_gpu()) return {{1, 1, 1, 32}, {8, 1, 2, 32}, {8, 8, 1, 32}, {8, 3, 40, 64}};
  return {{1, 1, 1, 1, 20},
          {3, 3, 1, 1, 2},
          {3, 1, 1, 1, 10},
          {4, 4, 2, 2, 4},
          {8, 3, 1, 1, 4}};
}

int64_t threads_of(Case c) { return c["blocks"] * c["threads"] * c["rows"]; }

// Kernels with any kids, in blocks of one warp or several, and any thread that checks in.
CaseSpace generated_visits() {
  CaseSpace space;
  space.number("kernels", 1, 8, {1, 2, 3, 4, 8}).number("streams", 1, 8, {1, 2, 3, 8});
  space.number("blocks", 1, 9, {1, 2, 9});
  space.number("threads", 1, 40, {1, 5, 33}).number("rows", 1, 7, {1, 7});
  space.number("who", 0, 70, {0, 1, 32, 34});
  add_start(space);
  space.where([](Case c) {
    return c["who"] < threads_of(c) && numbers_fit(c) &&
           c["kernels"] * threads_of(c) <= 100;
  });
  return space.cost([](Case c) { return c["kernels"] * (20 + threads_of(c)); });
}

void judge_generated(bool watched, const JudgeSeen& judge) {
  const auto most = [](Case c) { return std::min(c["streams"], c["kernels"]); };
  judge_cases("visit", generated_visits(), watched, most, judge);
}

LAB_CHECK("6a", 2, functional,
          "every kernel sees itself, and when all have ended mask and count are 0") {
  const auto judge = [](const Seen& seen) {
    check_saw(seen);
    check_all_out(seen.report);
  };
  explore_visits("visit", visits(), false, judge);
  judge_generated(false, judge);
  if (on_gpu()) return;
  const Cheaper once(1000);
  // The last thread of a large block, or of many blocks.
  for (const Visit& visit :
       {Visit{1, 1, 1, 1024}, Visit{2, 2, 2, 520}, Visit{1, 1, 300, 1}}) {
    INFO(text(visit), ", the last thread of each kernel");
    const int64_t last = visit.blocks * visit.threads - 1;
    explore_seen("visit", with(params_of(visit, false), "who", last), visit.streams,
                 judge);
  }
}

LAB_CHECK("6a", 16, functional,
          "a kernel sees those that are active when it checks in, and only those") {
  const auto check_seen_at_start = [](const Seen& seen) {
    check_saw(seen);
    check_explained(seen.report, seen.ticks(), seen.first, kMaskOfIn);
    check_explained(seen.report, seen.ticks(), seen.first, kCountOfIn);
  };
  explore_visits("visit", visits(), true, [&](const Seen& seen) {
    check_no_ghosts(seen.report, seen.ticks());
    check_not_blind(seen.report, seen.ticks(), false);
    check_counted(seen.report, seen.ticks());
    check_seen_at_start(seen);
  });
  judge_generated(true, check_seen_at_start);
}

vector<Visit> crowds() {
  if (on_gpu()) return {{2, 2, 1, 32}, {8, 8, 2, 64}};
  return {{2, 2, 1, 1, 2}, {3, 3, 2, 1, 4}};
}

LAB_CHECK("6a", 10, ordering, "kernels that check in and out at once do not interfere") {
  const auto judge = [](const Seen& seen) { check_all_out(seen.report); };
  explore_visits("visit", crowds(), false, judge);
  judge_generated(false, judge);
}

LAB_CHECK("6a", 2, functional,
          "maskMax is the greatest popcount of masks, countMax the greatest of counts") {
  const auto judge = [](const Seen& seen) { check_maxima(seen); };
  explore_visits("visit", visits(), false, judge);
  judge_generated(false, judge);
}

LAB_CHECK("6a", 2, ordering, "the maxima are right whoever raises them at once") {
  explore_visits("visit", crowds(), false, [](const Seen& seen) {
    ENSURE(seen.report.mask_max > 0, "maskMax is still 0: no kernel has raised it");
    check_maxima(seen);
  });
}

}  // namespace
}  // namespace gridlock::check
