/// What the checks of lab 05 share: queues of some work, handed out in every way.
#pragma once

#include <gridlock/kit.h>
#include <gridlock/linearize.h>

namespace gridlock::check {
namespace {

// Which kernel draws (enum Caller in scenarios.cu): the scenarios' own, which calls
// fetch() or next(), or the student's workOff or workOffAhead.
constexpr int64_t kFetch = 0, kWorkOff = 1, kNext = 2, kWorkOffAhead = 3,
                  kNextThenFetch = 4;

constexpr int64_t kTwoTo31 = int64_t{1} << 31, kTwoTo32 = int64_t{1} << 32,
                  kTwoTo40 = int64_t{1} << 40;

// ---- Shapes ------------------------------------------------------------------------

struct Work {
  int64_t items, blocks, threads;
  int divisor = 1;         // The default number of executions is divided by this.
  bool is_theirs = false;  // The student's kernel, not a scenario's, calls work().
  bool is_ahead = false;   // It draws the next item before it works on the one in hand.
  int64_t drawn = 0;       // The number of items that were drawn, if known.
  int64_t first = 0;       // The index of the first item.
};

inline string text(const Work& work) {
  return counted(work.items, "item") + ", " + grid_text(work.blocks, work.threads);
}

inline Work work_of(Case c) { return {c["items"], c["blocks"], c["threads"]}; }

// The modelled device holds 8 blocks at a time, so 12 do not fit at once.
inline vector<Work> few_items() {
  if (on_gpu())
    return {{0, 264, 64}, {1, 1, 1}, {1, 264, 64}, {100, 264, 128}, {100, 264, 1024, 4}};
  return {{0, 1, 1, 50}, {0, 3, 2, 20},  {1, 1, 3, 10},
          {1, 3, 2, 10}, {5, 12, 1, 20}, {2, 3, 1024, 1000}};
}

inline vector<Work> many_items() {
  if (on_gpu())
    return {{1000, 1, 33}, {1000, 7, 1}, {1000, 264, 64}, {1000, 1000, 32, 4}};
  return {{7, 1, 2, 10}, {9, 2, 2, 10}, {7, 3, 3, 10}, {40, 3, 2, 100}, {6, 2, 40, 100}};
}

// Shapes for checks about order: at least two blocks and two threads.
inline vector<Work> crowds() {
  if (on_gpu()) return {{200, 2, 64}, {1000, 264, 96}};
  return {{3, 2, 2, 4}, {5, 3, 3, 20}, {4, 2, 34, 100}};
}

template <class... More>
Params params_of(const Work& work, More... more) {
  return given("items", work.items, "blocks", work.blocks, "threads", work.threads,
               "pace", on_gpu() ? 50 : 0, more...);
}

// A device that holds many blocks of a small kernel at once, so that many can race.
constexpr DeviceModel kLargeDevice = {.sms = 30};

// "each of 3 threads, from thread 32 on, of each of 2 blocks of 33 threads".
inline string text_of_callers(Case c) {
  const int64_t threads = c["threads"], callers = c["callers"];
  const int64_t blocks = c["blocks"];
  const string of_block =
      cat(" of ", blocks == 1 ? "a block" : "each of " + counted(blocks, "block"), " of ",
          counted(threads, "thread"));
  if (callers == threads && threads > 1) return "every thread" + of_block;
  const string from = cat("thread ", c("who", 0) % threads);
  if (callers == 1) return from + of_block;
  return cat("each of ", callers, " threads, from ", from, " on,", of_block);
}

// ---- Handed out --------------------------------------------------------------------

// Why an item of those at [begin, begin + items) did not come to work().
inline string why_not_worked_on(const Work& work, const auto& times, int64_t begin,
                                int64_t items) {
  for (int64_t item = 0; item < items; ++item)
    if (times[begin + item] > work.threads)
      return cat(", and item ", item, " came there ", times[begin + item], " times, in ",
                 counted(work.threads, "thread"),
                 " of a block: what is given to work() must be the item in hand");
  return cat(": a block may end only when the item in its hand is none",
             work.is_ahead ? ", whatever the next one is" : "");
}

// Fails unless, in each launch, every item went whole to one block and to no other.  The
// first launch has `items` items, and each further one `grow` more.
inline void check_handed(const Outcome& outcome, const Work& work, int64_t launches = 1,
                         int64_t grow = 0, int64_t period = INT64_MAX) {
  const auto& times = outcome["times"];
  const auto& split = sized(outcome, "split", launches);
  const auto& strays = sized(outcome, "strays", launches);
  int64_t at = 0;
  for (int64_t launch = 0; launch < launches; ++launch) {
    const string where = place("launch", launch, launches);
    ENSURE(
        strays[launch] == 0, where, counted(strays[launch], "time"),
        work.is_ahead
            ? " a thread called work() with what is no item, such as none().  The next "
              "item must not be drawn into the word of the one that still is to be "
              "worked on"
        : work.is_theirs ? " a thread called work() with what is no item, such as none()"
        : work.threads > 1
            ? " a thread was handed something that is not an item"
            : " a thread was handed something that is not an item: only an "
              "index less than `total` is one of an item");
    const int64_t items = work.items + launch % period * grow;
    REQUIRE(ssize(times) >= at + items);
    for (int64_t item = 0; item < items; ++item, ++at) {
      const string which = cat(
          where, "item ", item,
          work.first == 0 ? ""
                          : cat(", which has the index ", hex(work.first + item), ","));
      ENSURE(times[at] != 0, which, item < work.drawn ? " was drawn, and" : "",
             work.is_theirs      ? " never came to work()"
             : item < work.drawn ? " never handed out"
                                 : " was never handed out",
             work.first != 0  ? ".  All that holds an index must have 64 bits: each "
                                "variable, the word that the draw changes, and the index "
                                "of items[]"
             : work.is_theirs ? why_not_worked_on(work, times, at - item, items)
                              : "");
      ENSURE(times[at] >= work.threads, which, " came to work() in ", times[at],
             " of the ", counted(work.threads, "thread"), " of a block, thread ",
             outcome["first"].at(at), times[at] == 1 ? " alone" : " the first",
             work.is_theirs
                 ? ".  One thread must fetch it into shared memory, none may fetch again "
                   "before all have it, and all must call work()"
                 : "; it must come there in all of them");
      ENSURE(times[at] % work.threads == 0, which, " was handed to ",
             counted(times[at], "thread"), "; a block has ", work.threads);
      ENSURE(times[at] == work.threads, which, " was handed out ",
             times[at] / work.threads, " times");
    }
    ENSURE(split[launch] == 0, where, counted(split[launch], "item"),
           " went to some threads of one block and some of another");
  }
  REQUIRE(ssize(times) == at);
}

// Fails unless all threads of a block have called work().
inline void check_threads(const Outcome& outcome, const Work& work) {
  const int64_t busy = outcome.value("busy_threads");
  ENSURE(busy >= work.threads, "only ", counted(busy, "thread"), " of a block's ",
         work.threads, " recorded work: call work() in all of its threads");
}

inline void hand_out(int64_t caller, const Work& work, const char* more = "caller",
                     int64_t value = -1) {
  INFO(text(work));
  const Cheaper cheaper(work.divisor);
  const Params params = params_of(work, more, value, "caller", caller);
  explore("hand_out", params, [&](const Outcome& outcome) {
    Work handed = work;
    if (string(more) == "first") handed.first = value;
    handed.drawn = outcome.value("drawn");
    handed.is_theirs = caller == kWorkOff || caller == kWorkOffAhead;
    handed.is_ahead = caller == kWorkOffAhead;
    check_handed(outcome, handed);
    const int64_t revived = outcome.value("revived");
    ENSURE(revived == 0, "after none() the queue handed out something, to ",
           counted(revived, "thread"));
  });
}

inline void hand_out(int64_t caller, const vector<Work>& works) {
  for (const Work& work : works) hand_out(caller, work);
}

// Runs two kernels at the same time; items with large numbers; more items for a block
// than 16 bits can count; and indices that overflow 8 to 40 bits.
inline void hand_out_otherwise(int64_t caller) {
  const Work work = on_gpu() ? Work{1000, 264, 32, 20} : Work{5, 2, 2, 40};
  {
    INFO("two kernels draw from one queue");
    hand_out(caller, work, "kernels", 2);
  }
  if (caller == kWorkOff || caller == kWorkOffAhead)
    hand_out(caller, work, "base", 300'000'000);
  for (const int bits : {8, 16, 24, 31, 32, 40}) {
    INFO("the first item with the index 2^", bits,
         " - 2, so all that holds an index needs 64 bits");
    hand_out(caller, work, "first", (int64_t{1} << bits) - 2);
  }
  if (!on_gpu()) hand_out(caller, Work{66'000, 1, 1, 1000});
}

// Fails if a queue was filled wrongly.  Each of `ways` filled equally many queues.
inline void check_filled(const Outcome& outcome, const vector<string>& ways) {
  const auto& total = outcome["total"];
  const int64_t each = ssize(total) / ssize(ways);
  for (int64_t i = 0; i < ssize(total); ++i) {
    const int64_t count = outcome["count"].at(i);
    const string queue =
        cat("a queue of ", counted(count, "item"), " filled ", ways[i / each], ": ");
    ENSURE(outcome["items"].at(i) == i % each, queue,
           "`items` does not point to the first of them");
    ENSURE(total[i] == count, queue, "`total` is ", total[i]);
    const int64_t current = outcome["current"].at(i);
    ENSURE(current == 0, queue, "`current` is ", static_cast<uint64_t>(current),
           ", not 0");
  }
}

enum Drawer { kDraw, kDrawByFetch, kDrawByNext, kDrawByPull };

// All callers draw until nothing is left, and `again` times more; items have any values.
inline void draw_all(Case c, const DeviceModel& device = {}) {
  const int64_t drawer = c["drawer"];
  const auto judge = [&](const Outcome& outcome) {
    const int64_t takers = drawer == kDraw ? 1 : c["threads"];
    const auto& times = outcome["times"];
    ENSURE(outcome.value("early") == 0, "a thread was handed none(), ",
           counted(outcome.value("early"), "time"), ", while items remained",
           drawer == kDrawByPull
               ? ": a pull() that loses a place to another one must look again"
               : "");
    for (size_t item = 0; item < times.size(); ++item)
      ENSURE(times[item] == takers, "item ", item, " was handed to ",
             counted(times[item], "thread"), ", not to ", takers,
             drawer == kDraw ? ": one atomic operation must move `current` on, and only "
                               "what it returns says which item is the thread's"
                             : "");
    ENSURE(outcome.value("strays") == 0,
           "a thread was handed something that is not an item");
    ENSURE(outcome.value("revived") == 0, "after none() the queue handed out something");
  };
  constexpr const char* kDrawers[] = {
      "each thread calls draw()", "each block calls fetch()", "each block calls next()",
      "each block calls pull()"};
  INFO(text(work_of(c)), "; ", kDrawers[drawer]);
  explore_on(device, drawer == kDrawByPull ? "pull_all" : "draw_all", c, judge);
}

inline void draw_in_cases(int64_t drawer) {
  {
    const Cheaper cheaper(1000);
    draw_all(given("drawer", drawer, "items", 300, "blocks", 1, "threads", 2, "wide", 1,
                   "again", on_gpu() ? 70'000 : 9'000));
  }
  {
    // So many blocks at once that the last one loses many races.
    const Cheaper cheaper(300);
    draw_all(given("drawer", drawer, "items", on_gpu() ? 20'000 : 300, "blocks",
                   on_gpu() ? 264 : 60, "threads", 1, "wide", 0, "again", 1),
             kLargeDevice);
  }
  CaseSpace space;
  space.amount("items", 40, {0, 1, 11, 40}).number("blocks", 1, 9, {1, 2, 9});
  space.number("threads", 1, 70, {1, 2, 31, 32, 33, 64, 65}).number("again", 0, 3);
  space.number("wide", 0, 1).number("at", 0, 1);
  space.where([](Case c) { return c["blocks"] * c["threads"] <= 160; });
  space.cost(
      [](Case c) { return c["items"] + c["blocks"] * c["threads"] * (3 + c["again"]); });
  const Cheaper cheaper(on_gpu() ? 40 : 10);
  for_cases(space, [&](Case c) { draw_all(with(c, "drawer", drawer)); });
}

inline void draw_in_crowds() {
  for (const Work& work : crowds()) {
    const Cheaper cheaper(work.divisor);
    draw_all(given("drawer", kDraw, "items", work.items, "blocks", work.blocks, "threads",
                   work.threads, "wide", 0, "again", 1));
  }
}

}  // namespace
}  // namespace gridlock::check
