// The checks of lab 05: parts 5a and 5b, and checks_chunks.cpp.  Each rules out one wrong
// idea; its title is a claim, which holds if the check passes.

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

LAB_CHECK("5a", 3, functional, "none() is none, and no item is") {
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

LAB_CHECK("5a", 3, functional,
          "fetch: a queue with no item, or one, or fewer than blocks") {
  hand_out(kFetch, few_items());
}

LAB_CHECK("5a", 5, functional,
          "fetch: each item goes to one block, whole, and to no other") {
  hand_out(kFetch, many_items());
  draw_in_cases(kDraw);
  draw_in_cases(kDrawByFetch);
  ask_both(false);
}

LAB_CHECK("5a", 3, functional,
          "fetch: no index is too large, also beyond 2^31 and 2^32") {
  hand_out_otherwise(kFetch);
}

// Whatever was in a queue before, and however long it is.
void fill_any_length() {
  const Cheaper cheaper(100);
  constexpr int64_t kThreads = 34;  // Of a block.
  for (const int64_t who : {0, 1, 33, 67}) {
    const string thread = cat("thread ", who % kThreads, " of block ", who / kThreads);
    INFO("queues of several lengths, those of the kernel filled by ", thread);
    explore("fill", given("who", who), [&](const Outcome& outcome) {
      const auto& total = outcome["total"];
      const string filled[] = {"by fill() on the host", "by fill() in " + thread,
                               "by sendQueue()"};
      const int64_t each = ssize(total) / ssize(filled);
      const auto sent = part_of(total, 2 * each, each);
      ENSURE(std::count(sent.begin(), sent.end(), 0) < each,
             "sendQueue() has copied nothing into the queue: `total` is still 0");
      for (int64_t i = 0; i < ssize(total); ++i) {
        const int64_t count = outcome["count"].at(i);
        const string queue = cat("a queue of ", counted(count, "item"), " filled ",
                                 filled[i / each], ": ");
        ENSURE(outcome["items"].at(i) == i % each, queue,
               "`items` does not point to the first of them");
        ENSURE(total[i] == count, queue, "`total` is ", total[i]);
        ENSURE(outcome["current"].at(i) == 0, queue, "`current` is ",
               outcome["current"].at(i), ", not 0");
      }
    });
  }
}

LAB_CHECK("5a", 3, functional, "the queue is filled again, by the host and by a kernel") {
  fill_any_length();
  const Work work = on_gpu() ? Work{500, 264, 64} : Work{2, 3, 2, 20};
  for (const int64_t by_kernel : {0, 1})
    for (const int64_t grow : {-1, 2}) {
      INFO(text(work), ", three times, each time with ", grow, " items more");
      const Cheaper cheaper(work.divisor);
      const Params params = params_of(work, "caller", kFetch, "launches", 3, "grow", grow,
                                      "by_kernel", by_kernel);
      explore("hand_out", params,
              [&](const Outcome& outcome) { check_handed(outcome, work, 3, grow); });
    }
}

void send_queue() {
  const Work work = on_gpu() ? Work{500, 264, 64} : Work{4, 2, 2, 8};
  INFO(text(work), ", then one item less, and one less again");
  const Cheaper cheaper(work.divisor);
  explore("send", params_of(work, "launches", 3),
          [&](const Outcome& outcome) { check_handed(outcome, work, 3, -1); });
}

void send_in_turn() {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("launches", 1, 34, {1, 2, 5, 9, 17, 33}).amount("items", 3, {0, 1, 3});
  space.number("blocks", 1, 3).number("threads", 1, 2).number("period", 1, 4, {1, 2, 4});
  space.where([](Case c) { return c["period"] <= c["items"] + 1; });
  space.cost([](Case c) {
    const int64_t threads = c["blocks"] * c["threads"];
    return c["launches"] * (3 + 2 * threads * (1 + c["items"]));
  });
  for_cases(space, [](Case c) {
    const int64_t launches = c["launches"];
    INFO("up to ", text(work_of(c)), ", sent ", counted(launches, "time"));
    explore("send", c, [&](const Outcome& outcome) {
      check_handed(outcome, work_of(c), launches, -1, c["period"]);
    });
  });
}

// More pending sends than an implementation would keep places for.
void send_in_a_row() {
  const Cheaper cheaper(on_gpu() ? 50 : 500);
  for (const int64_t queues : {1, 3}) {
    constexpr int64_t kSends = 1100, kMost = 2;
    const Params params = given("sends", kSends, "most", kMost, "queues", queues,
                                "blocks", 1, "threads", 1, "patience", 20'000);
    INFO(counted(kSends, "queue"), " of up to ", counted(kMost, "item"), ", sent to ",
         counted(queues, "stream"), " before the first is worked off");
    explore("send_in_a_row", params, [&](const Outcome& outcome) {
      int64_t items = 0;
      for (int64_t i = 0; i < kSends; ++i) items += i % (kMost + 1);
      check_handed(outcome, {items, 1, 1});
    });
  }
}

// A stream that does not exist, then one that does, with any number of items.
void refuse_to_send() {
  if (on_gpu()) return;  // There it may end the program.
  const Cheaper cheaper(500);
  for (const int64_t count : {int64_t{0}, int64_t{1}, kTwoTo40}) {
    INFO("sendQueue() of ", counted(count, "item"), " to a stream that does not exist");
    explore("send_to_nowhere", given("count", count), [](const Outcome& outcome) {
      for (const int64_t refused : outcome["refused"])
        ENSURE(refused == 1,
               "sendQueue() returned cudaSuccess for a stream that does not exist");
      const auto& sent = outcome["sent"];  // What it returned, then what is in the queue.
      for (size_t i = 0; i < sent.size(); ++i)
        ENSURE(sent[i] == 1,
               "after a call that was refused, sendQueue() for another stream ",
               i % 2 == 0 ? "returns an error" : "does not fill the queue");
    });
  }
}

LAB_CHECK("5a", 5, functional,
          "workOff and sendQueue: all is worked off, once, each time") {
  hand_out(kWorkOff, few_items());
  hand_out_otherwise(kWorkOff);
  send_queue();
  send_in_turn();
  send_in_a_row();
  hand_out(kWorkOff, many_items());
  refuse_to_send();
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
  const bool shared = explored(work, {}, {}).may_be_some([&](const Outcome& outcome) {
    alone.insert(outcome.value("greediest"));
    return outcome.value("takers") >= 2;
  });
  ENSURE(shared, "in every schedule ",
         alone.size() == 1 ? cat("block ", *alone.begin())
                           : "one block, not always the same,",
         " got all items, and the other blocks got none");
  // A block that is slow holds its own item, and no share that others could work off.
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

LAB_CHECK("5a", 5, ordering,
          "fetch: the item is there when the threads of a block look") {
  hand_out(kFetch, crowds());
}

LAB_CHECK("5a", 5, ordering, "workOff: the item stays until every thread has looked") {
  hand_out(kWorkOff, crowds());
}

LAB_CHECK("5a", 4, ordering,
          "sendQueue: the new queue comes after the kernel before it") {
  send_queue();
}

// ---- 5b: without a duty for the caller ---------------------------------------------

LAB_CHECK("5b", 7, functional,
          "next: two calls at once, and each item goes to one block") {
  hand_out(kNext, few_items());
  hand_out_otherwise(kNext);
  draw_in_cases(kDrawByNext);
  ask_both(true);
  hand_out(kNext, many_items());
}

LAB_CHECK("5b", 9, ordering, "next: no call disturbs the one before it or after it") {
  for (const Work& work : crowds())
    for (const int64_t caller : {kNext, kNextThenFetch}) hand_out(caller, work);
}

}  // namespace
}  // namespace gridlock::check
