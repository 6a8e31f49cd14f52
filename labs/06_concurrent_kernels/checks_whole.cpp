// The checks of lab 06, part 6c: the first block in and the last block out.

#include "checks.h"

namespace gridlock::check {
namespace {

void check_blocks_out(const Seen& seen) {
  const auto& blocks_out = seen.outcome["blocks_out"];
  for (int64_t kid = 0; kid < ssize(blocks_out); ++kid) {
    const bool ran = kid >= seen.first && kid < seen.first + seen.kernels;
    ENSURE((!ran || blocks_out[kid] == 0), indexed("blocks_out", kid), " is ",
           blocks_out[kid],
           " when the kernel has ended, and the first block of the next "
           "launch would get ticket ",
           blocks_out[kid], "; the next launch needs 0");
    ENSURE((ran || blocks_out[kid] == -1), "the kernel with kid ", kid,
           " did not run, and ", indexed("blocks_out", kid), " has changed");
  }
}

void check_out(const Seen& seen) {
  check_saw(seen);
  check_all_out(seen.report);
  check_blocks_out(seen);
}

// Grids of any numbers of blocks and warps, which grow or shrink from launch to launch.
CaseSpace whole_cases(int64_t times) {
  CaseSpace space;
  space.number("kernels", 1, 8, {1, 2, 3, 8}).number("streams", 1, 8, {1, 2, 3});
  space.number("blocks", 1, 9, {1, 2, 3, 9}).number("grow", -1, 2, {-1, 0, 1});
  space.number("threads", 1, 65, {1, 2, 32, 33, 65}).number("times", 1, times);
  add_start(space);
  space.where([](Case c) {
    const int64_t more = (c["times"] - 1) * c["grow"];
    return numbers_fit(c) && c["blocks"] + more >= 1 &&
           c["kernels"] * c["blocks"] * c["threads"] <= 110;
  });
  return space.cost([](Case c) {
    const int64_t threads = c["blocks"] * c["threads"];
    return c["times"] * c["kernels"] * (20 + 4 * threads);
  });
}

// In one stream no kernels meet; in several, a kernel may meet many of another stream.
void judge_whole(int64_t times, bool watched, const JudgeSeen& judge) {
  const auto most = [](Case c) { return c["streams"] == 1 ? 1 : c["kernels"]; };
  judge_cases("visit_whole", whole_cases(times), watched, most, judge);
}

void visit_large() {
  const Cheaper once(1000);
  vector<Visit> all = {{1, 1, 2, 1024}, {2, 2, 3, 257}, {1, 1, 300, 1}};
  if (on_gpu()) all = {{1, 1, 66'000, 1024}, {1, 1, 4'194'305, 1024}};
  for (const Visit& visit : all) {
    INFO(text(visit));
    const Params params = with(params_of(visit, false), "linger", 0);
    explore_seen("visit_whole", params, visit.kernels, check_out);
  }
}

LAB_CHECK("6c", 3, functional,
          "a kernel is in once and out once, whatever its grid, and again next time") {
  vector<Visit> all = {
      {1, 1, 1, 1, 20}, {2, 1, 3, 2, 10}, {2, 2, 2, 3, 10}, {3, 3, 5, 1, 10}};
  if (on_gpu()) all = {{1, 1, 1, 32, 4}, {4, 1, 7, 64, 4}, {8, 8, 40, 64, 4}};
  // Reports what one launch leaves behind, before a later launch fails because of it.
  explore_visits("visit_whole", {all.front()}, false, check_out);
  for (const Visit& visit : all) {
    INFO(text(visit), ", twice, with one block more the second time");
    const Cheaper cheaper(visit.divisor);
    explore_seen("visit_whole", with(params_of(visit, false), "times", 2, "grow", 1),
                 std::min(visit.kernels, visit.streams), check_out);
  }
  judge_whole(3, false, check_out);
}

vector<Visit> whole_visits() {
  if (on_gpu()) return {{1, 1, 40, 64, 2}, {4, 4, 40, 64, 2}};
  return {{1, 1, 2, 2, 2}, {3, 3, 1, 1, 1}, {2, 2, 2, 1, 2}, {3, 3, 2, 2, 10}};
}

LAB_CHECK("6c", 7, functional,
          "while any thread of any block is at work, the kernel's bit is in mask") {
  const auto judge = [](const Seen& seen) {
    const auto& absences = sized(seen.outcome, "absences", 3);
    ENSURE(absences[2] == 0, counted(absences[2], "thread"),
           " had come in, but maskMax or countMax was still 0");
    ENSURE(
        absences[0] == 0, counted(absences[0], "thread"),
        " had come in, but the bit of the kernel was not set: enterKernel() must let none "
        "go on before a thread of its block has set it, or seen it set in the same step. "
        "Nor may leaveKernel() remove it before all threads have come there");
    ENSURE(absences[1] == 0, counted(absences[1], "thread"),
           " had not left yet, but the bit of the kernel was gone: only the last block "
           "may remove it, when all its threads have come to leaveKernel()");
  };
  explore_visits("visit_whole", whole_visits(), true, judge);
  judge_whole(1, true, judge);
}

LAB_CHECK("6c", 2, functional,
          "a kernel sees those active when it came and when it went, and only those") {
  const auto check_both = [](const Seen& seen) {
    check_saw(seen);
    check_explained(seen.report, seen.ticks(), seen.first, kMaskOfBoth);
    check_explained(seen.report, seen.ticks(), seen.first, kCountOfIn);
  };
  const auto judge = [&](const Seen& seen) {
    check_maxima(seen);
    check_no_ghosts(seen.report, seen.ticks());
    for (const bool at_end : {false, true})
      check_not_blind(seen.report, seen.ticks(), at_end);
    check_both(seen);
  };
  explore_visits("visit_whole", whole_visits(), true, judge);
  if (!on_gpu()) {
    // A kernel rarely arrives between two steps of one that leaves, so try many
    // schedules.
    const AtLeast enough(8'000);
    explore_visits("visit_whole", {{3, 3, 1, 1, 1}}, true, judge);
  }
  judge_whole(1, true, check_both);
}

LAB_CHECK("6c", 13, ordering,
          "the last block out reads what the first block in wrote, whichever they are") {
  vector<Visit> all = {{1, 1, 2, 1, 2}, {1, 1, 3, 2, 4}, {2, 2, 2, 2, 4}};
  if (on_gpu()) all = {{1, 1, 2, 64}, {4, 4, 40, 64}};
  explore_visits("visit_whole", all, false, [](const Seen& seen) {
    for (int64_t kid = 0; kid < seen.kernels; ++kid)
      ENSURE(seen.report.counts[kid] >= 1, seen.report.count_text(kid),
             ": the kernel itself was active");
    check_all_out(seen.report);
  });
}

LAB_CHECK("6c", 1, functional, "a kernel of any size is in once and out once") {
  visit_large();
}

}  // namespace
}  // namespace gridlock::check
