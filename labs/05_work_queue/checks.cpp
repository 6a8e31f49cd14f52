// The checks of lab 05: parts 5a and 5b; checks_chunks.cpp and checks_send.cpp have the
// others.  Each rules out one wrong idea; its title is a claim, which holds if the check
// passes.  In both parts, the check of very large indices comes last.

#include "checks.h"

#include <set>

namespace gridlock::check {
namespace {

// ---- 5a: one item at a time --------------------------------------------------------

void ask_both(bool by_next) {
  const Work work = on_gpu() ? Work{500, 264, 64, 20} : Work{4, 2, 2, 20};
  const Cheaper cheaper(work.divisor);
  INFO("two queues of ", counted(work.items, "item"), " each; ",
       grid_text(work.blocks, work.threads),
       string(by_next ? " call next()" : " call fetch()"), " on both in turn");
  const Params params = params_of(work, "by_next", by_next);
  explore("two_queues", params, [&](const Outcome& outcome) {
    check_handed(outcome, {2 * work.items, work.blocks, work.threads});
  });
}

LAB_CHECK("5a", 1, functional, "none() is none, and no item is") {
  const Cheaper cheaper(1000);
  explore("none", {}, [](const Outcome& outcome) {
    for (const char* answers : {"answer", "answer_on_host"}) {
      const auto& answer = sized(outcome, answers, 101);
      ENSURE(answer.back() == 1, "none().isNone() is false");
      const auto nones = std::count(answer.begin(), answer.end() - 1, 1);
      ENSURE(nones == 0, "isNone() is true for ", counted(nones, "real item"), " of 100");
    }
  });
}

// The old contents and the length of the queue make no difference.
LAB_CHECK("5a", 1, functional, "the queue is filled again, by the host and by a kernel") {
  const Cheaper cheaper(100);
  constexpr int64_t kThreads = 34;  // The size of a block.
  for (const int64_t who : {0, 1, 33, 67}) {
    const string thread = cat("thread ", who % kThreads, " of block ", who / kThreads);
    INFO("queues of several lengths, those of the kernel filled by ", thread);
    explore("fill", given("who", who), [&](const Outcome& outcome) {
      check_filled(outcome, {"by fill() on the host", "by fill() in " + thread});
    });
  }
}

LAB_CHECK("5a", 2, functional, "draw: each item goes to one thread, and to no other") {
  draw_in_cases(kDraw);
}

LAB_CHECK("5a", 5, ordering, "draw: the index is read and moved on in one step") {
  draw_in_crowds();
}

LAB_CHECK("5a", 3, functional,
          "fetch: each item goes to one block, whole, and to no other") {
  hand_out(kFetch, many_items());
  draw_in_cases(kDrawByFetch);
  ask_both(false);
}

LAB_CHECK("5a", 1, functional,
          "fetch: a queue with no item, or one, or fewer than blocks") {
  hand_out(kFetch, few_items());
}

LAB_CHECK("5a", 8, functional, "workOff: all is worked off, once") {
  hand_out(kWorkOff, many_items());
  hand_out(kWorkOff, few_items());
}

LAB_CHECK_ON("5a", 3, functional, sim,
             "workOff: a block comes back until no item is left, and is not alone") {
  const auto explored = [](const Work& work, const DeviceModel& device,
                           const Judge& judge) {
    const Cheaper cheaper(work.divisor);
    const AtLeast enough(10);
    return explore_on(device, "hand_out",
                      params_of(work, "caller", kWorkOff, "count_takers", 1), judge);
  };
  {
    const Work work = {30, 3, 2, 50};
    INFO(text(work), "; the device has room for one block at a time");
    explored(work, kOnePlace, [&](const Outcome& outcome) {
      const int64_t most = outcome.value("most");
      ENSURE(most == work.items, "the first block ended after ", counted(most, "item"),
             ", with others left in the queue");
    });
  }
  const Work work = {300, 3, 2, 50};
  INFO(text(work));
  std::set<int64_t> alone;
  const auto judge = [&](const Outcome& outcome) { check_threads(outcome, work); };
  const bool shared = explored(work, {}, judge).may_be_some([&](const Outcome& outcome) {
    alone.insert(outcome.value("greediest"));
    return outcome.value("takers") >= 2;
  });
  ENSURE(shared, "in every schedule ",
         alone.size() == 1 ? cat("block ", *alone.begin())
                           : "one block, not always the same,",
         " got all items, and the other blocks got none");
  // A slow block holds up only its own item, not items that others could take.
  const Work shares = {60, 3, 2, 10};
  int64_t least = shares.items;
  const bool one_by_one = explored(shares, {}, {}).may_be_some([&](const Outcome& got) {
    if (got.value("takers") >= 2) least = std::min(least, got.value("least"));
    return least <= shares.items / shares.blocks / 2;
  });
  ENSURE(one_by_one, text(shares), ": in every schedule each block that got items got ",
         least,
         " or more, however slow it was: draw one item at a time, so that others can "
         "take what a slow block has no time for");
}

LAB_CHECK("5a", 4, ordering,
          "fetch: the item is there when the threads of a block look") {
  hand_out(kFetch, crowds());
}

LAB_CHECK("5a", 11, ordering, "workOff: the item stays until every thread has looked") {
  hand_out(kWorkOff, crowds());
}

LAB_CHECK("5a", 1, functional,
          "fetch: no index is too large, also beyond 2^31 and 2^32") {
  hand_out_otherwise(kFetch);
  hand_out_otherwise(kWorkOff);
}

// ---- 5b: without a duty for the caller ---------------------------------------------

LAB_CHECK("5b", 4, functional,
          "next: two calls at once, and each item goes to one block") {
  hand_out(kNext, few_items());
  draw_in_cases(kDrawByNext);
  ask_both(true);
  hand_out(kNext, many_items());
}

LAB_CHECK("5b", 7, ordering, "next: no call disturbs the one before it or after it") {
  for (const Work& work : crowds()) hand_out(kNext, work);
}

LAB_CHECK("5b", 2, ordering, "next: a call of fetch() may follow at once") {
  hand_out(kNext, crowds().front());  // Makes fetch() alone fail this check.
  for (const Work& work : crowds()) hand_out(kNextThenFetch, work);
}

LAB_CHECK("5b", 1, functional, "next: no index is too large") {
  hand_out_otherwise(kNext);
}

}  // namespace
}  // namespace gridlock::check
