// The checks of lab 05.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>
#include <gridlock/linearize.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using gridlock::DeviceModel;
using gridlock::Params;
using gridlock::check::as_sequence;
using gridlock::check::AtLeast;
using gridlock::check::Call;
using gridlock::check::calls_of;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::linearize;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;
using gridlock::check::Patient;

// The largest grid that CUDA has in one dimension.
constexpr std::int64_t kMostBlocks = (std::int64_t{1} << 31) - 1;

// Which kernel draws: the scenarios' around fetch() and next(), or the student's.
constexpr std::int64_t kFetch = 0, kWorkOff = 1, kNext = 2, kWorkOffAhead = 3,
                       kNextThenFetch = 4;

// ---- Shapes ------------------------------------------------------------------------

struct Work {
  std::int64_t items, blocks, threads;
  int divisor = 1;  // How many times fewer executions than the default.
};

// "1 block", "3 blocks".
std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string text(const Work& work) {
  return counted(work.items, "item") + ", " + counted(work.blocks, "block") + " of " +
         counted(work.threads, "thread");
}

// "", or "launch 2 of 3: " where there is more than one.
std::string place(std::size_t index, std::size_t of) {
  if (of == 1) return "";
  return "launch " + std::to_string(index + 1) + " of " + std::to_string(of) + ": ";
}

// The modelled device holds 8 blocks at a time, so 12 do not fit at once.
std::vector<Work> few_items() {
  if (on_gpu())
    return {{0, 264, 64}, {1, 1, 1}, {1, 264, 64}, {100, 264, 128}, {100, 264, 1024, 4}};
  return {{0, 1, 1, 50}, {0, 3, 2, 20},  {1, 1, 3, 10},
          {1, 3, 2, 10}, {5, 12, 1, 20}, {2, 3, 1024, 1000}};
}

std::vector<Work> many_items() {
  if (on_gpu())
    return {{1000, 1, 33}, {1000, 7, 1}, {1000, 264, 64}, {1000, 1000, 32, 4}};
  return {{7, 1, 2, 10}, {9, 2, 2, 10}, {7, 3, 3, 10}, {40, 3, 2, 100}, {6, 2, 40, 100}};
}

// For checks about order: at least two blocks and two threads.
std::vector<Work> crowds() {
  if (on_gpu()) return {{200, 2, 64}, {1000, 264, 96}};
  return {{3, 2, 2, 4}, {5, 3, 3, 20}, {4, 2, 34, 100}};
}

Params params_of(const Work& work) {
  return {{"items", work.items},
          {"blocks", work.blocks},
          {"threads", work.threads},
          {"pace", on_gpu() ? 50 : 0}};
}

// ---- 5a: one item at a time --------------------------------------------------------

// In each launch every item went to one block, whole, and to no other.  The first launch
// has `items` of them, and each next one `grow` more.
void check_handed(const Outcome& outcome, const Work& work, std::size_t launches = 1,
                  std::int64_t grow = 0, std::size_t period = SIZE_MAX) {
  const auto& times = outcome["times"];
  const auto& split = outcome["split"];
  const auto& strays = outcome["strays"];
  REQUIRE(split.size() == launches);
  REQUIRE(strays.size() == launches);
  std::size_t at = 0;
  for (std::size_t launch = 0; launch < launches; ++launch) {
    const std::string where = place(launch, launches);
    REQUIRE_MESSAGE(strays[launch] == 0, where, counted(strays[launch], "time"),
                    " a thread was handed something that is not an item");
    const std::int64_t items =
        work.items + static_cast<std::int64_t>(launch % period) * grow;
    REQUIRE(times.size() >= at + static_cast<std::size_t>(items));
    for (std::int64_t item = 0; item < items; ++item, ++at) {
      const std::string which = where + "item " + std::to_string(item);
      REQUIRE_MESSAGE(times[at] != 0, which, " was never handed out");
      REQUIRE_MESSAGE(times[at] >= work.threads, which, " came to work() in ", times[at],
                      " of the ", counted(work.threads, "thread"), " of a block, thread ",
                      outcome["first"].at(at), times[at] == 1 ? " alone" : " the first",
                      "; it must come there in all of them");
      REQUIRE_MESSAGE(times[at] % work.threads == 0, which, " was handed to ",
                      counted(times[at], "thread"), "; a block has ", work.threads);
      REQUIRE_MESSAGE(times[at] == work.threads, which, " was handed out ",
                      times[at] / work.threads, " times");
    }
    REQUIRE_MESSAGE(split[launch] == 0, where, counted(split[launch], "item"),
                    " went to some threads of one block and some of another");
  }
  REQUIRE(times.size() == at);
}

void hand_out(std::int64_t caller, const Work& work, const Params& more = {}) {
  INFO(text(work));
  const Cheaper cheaper(work.divisor);
  Params params = params_of(work);
  params.insert(more.begin(), more.end());
  params["caller"] = caller;
  explore("hand_out", params, [&](const Outcome& outcome) {
    check_handed(outcome, work);
    const std::int64_t revived = outcome.value("revived");
    REQUIRE_MESSAGE(revived == 0, "after none() the queue handed out something, to ",
                    counted(revived, "thread"));
  });
}

// Two kernels at the same time; items with large numbers; more items for a block than 16
// bits can count; and an index beyond what fewer bits than 64 can hold.
void hand_out_otherwise(std::int64_t caller) {
  const Work work = on_gpu() ? Work{1000, 264, 32, 20} : Work{5, 2, 2, 40};
  {
    INFO("two kernels draw from one queue");
    hand_out(caller, work, {{"kernels", 2}});
  }
  if (caller == kWorkOff || caller == kWorkOffAhead)
    hand_out(caller, work, {{"base", 300'000'000}});
  for (const int bits : {8, 16, 24, 31, 32, 40}) {
    INFO("the first item with the index 2^", bits, " - 2");
    hand_out(caller, work, {{"first", (std::int64_t{1} << bits) - 2}});
  }
  if (!on_gpu()) hand_out(caller, {66'000, 1, 1, 1000});
}

// The ways in which one thread, or one block, draws.
enum Drawer { kDraw, kDrawByFetch, kDrawByNext, kDrawByPull };

// How many blocks of a small kernel are on the device at once, where many are to race.
DeviceModel large_device() {
  DeviceModel device;
  device.sms = 30;
  return device;
}

// Every thread or block draws items with any values, and draws `again` times when nothing
// is left.
void draw_all(const Params& params, const DeviceModel& device = {}) {
  const bool pulls = params.at("drawer") == kDrawByPull;
  const auto judge = [&](const Outcome& outcome) {
    const std::int64_t takers = params.at("drawer") == kDraw ? 1 : params.at("threads");
    const auto& times = outcome["times"];
    for (std::size_t item = 0; item < times.size(); ++item)
      REQUIRE_MESSAGE(times[item] == takers, "item ", item, " was handed to ",
                      counted(times[item], "thread"), ", not to ", takers);
    REQUIRE_MESSAGE(outcome.value("strays") == 0,
                    "a thread was handed something that is not an item");
    REQUIRE_MESSAGE(outcome.value("early") == 0, "a thread was handed none(), ",
                    counted(outcome.value("early"), "time"), ", while items remained");
    REQUIRE_MESSAGE(outcome.value("revived") == 0,
                    "after none() the queue handed out something");
  };
  constexpr const char* kDrawers[] = {
      "each thread calls draw()", "each block calls fetch()", "each block calls next()",
      "each block calls pull()"};
  INFO(counted(params.at("items"), "item"), ", ", counted(params.at("blocks"), "block"),
       " of ", counted(params.at("threads"), "thread"), "; ",
       kDrawers[params.at("drawer")]);
  explore(pulls ? "pull_all" : "draw_all", params, judge, device);
}

void draw_in_cases(std::int64_t drawer) {
  {
    const Cheaper cheaper(1000);
    draw_all({{"drawer", drawer},
              {"items", 300},
              {"blocks", 1},
              {"threads", 2},
              {"wide", 1},
              {"again", on_gpu() ? 70'000 : 9'000}});
  }
  {
    // Enough blocks at once that the last one loses many races.
    const Cheaper cheaper(300);
    draw_all({{"drawer", drawer},
              {"items", on_gpu() ? 20'000 : 300},
              {"blocks", on_gpu() ? 264 : 60},
              {"threads", 1},
              {"wide", 0},
              {"again", 1}},
             large_device());
  }
  CaseSpace space;
  space.number("items", 0, 40, {0, 1, 11, 40}).number("blocks", 1, 9, {1, 2, 9});
  space.number("threads", 1, 70, {1, 2, 31, 32, 33, 64, 65}).number("again", 0, 3);
  space.number("wide", 0, 1).number("at", 0, 1);
  space.where([](const Params& params) {
    return params.at("blocks") * params.at("threads") <= 160;
  });
  space.cost([](const Params& params) {
    return params.at("items") +
           params.at("blocks") * params.at("threads") * (3 + params.at("again"));
  });
  const Cheaper cheaper(on_gpu() ? 40 : 10);
  for_cases(space, [&](Params params) {
    params["drawer"] = drawer;
    draw_all(params);
  });
}

// The same blocks draw from two queues in turn.
void ask_both(bool by_next) {
  const Work work = on_gpu() ? Work{500, 264, 64, 20} : Work{4, 2, 2, 20};
  const Cheaper cheaper(work.divisor);
  Params params = params_of(work);
  params["by_next"] = by_next;
  INFO("two queues of ", counted(work.items, "item"), " each; ",
       counted(work.blocks, "block"), " of ", counted(work.threads, "thread"),
       std::string(by_next ? " call next()" : " call fetch()"), " on both in turn");
  explore("two_queues", params, [&](const Outcome& outcome) {
    check_handed(outcome, {2 * work.items, work.blocks, work.threads});
  });
}

LAB_CHECK("5a", 3, functional, "none() is none, and no item is") {
  const Cheaper cheaper(1000);
  explore("none", {}, [](const Outcome& outcome) {
    for (const char* answers : {"answer", "answer_on_host"}) {
      const auto& answer = outcome[answers];
      REQUIRE(answer.size() == 101);
      REQUIRE_MESSAGE(answer.back() == 1, "none().isNone() is false");
      const auto nones = std::count(answer.begin(), answer.end() - 1, 1);
      REQUIRE_MESSAGE(nones == 0, "isNone() is true for ", counted(nones, "real item"),
                      " of 100");
    }
  });
}

LAB_CHECK("5a", 3, functional,
          "fetch: a queue with no item, or one, or fewer than blocks") {
  for (const Work& work : few_items()) hand_out(kFetch, work);
}

LAB_CHECK("5a", 5, functional,
          "fetch: each item goes to one block, whole, and to no other") {
  for (const Work& work : many_items()) hand_out(kFetch, work);
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
  constexpr std::int64_t kThreads = 34;  // Of a block.
  for (const std::int64_t who : {0, 1, 33, 67}) {
    const std::string thread = "thread " + std::to_string(who % kThreads) + " of block " +
                               std::to_string(who / kThreads);
    INFO("queues of several lengths, those of the kernel filled by ", thread);
    explore("fill", {{"who", who}}, [&](const Outcome& outcome) {
      const auto& total = outcome["total"];
      constexpr std::size_t kWays = 3;
      for (std::size_t i = 0; i < total.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i % (total.size() / kWays));
        const std::int64_t count = outcome["count"].at(i);
        const std::string filled[] = {
            "filled by fill() on the host: ", "filled by fill() in " + thread + ": ",
            "filled by sendQueue(): "};
        const std::string queue = "a queue of " + counted(count, "item") + " " +
                                  filled[i / (total.size() / kWays)];
        REQUIRE_MESSAGE(outcome["items"].at(i) == place, queue,
                        "`items` does not point to the first of them");
        REQUIRE_MESSAGE(total[i] == count, queue, "`total` is ", total[i]);
        REQUIRE_MESSAGE(outcome["current"].at(i) == 0, queue, "`current` is ",
                        outcome["current"].at(i), ", not 0");
      }
    });
  }
}

LAB_CHECK("5a", 3, functional, "the queue is filled again, by the host and by a kernel") {
  fill_any_length();
  const Work work = on_gpu() ? Work{500, 264, 64} : Work{2, 3, 2, 20};
  for (const std::int64_t by_kernel : {0, 1}) {
    for (const std::int64_t grow : {-1, 2}) {
      INFO(text(work), ", three times, each time with ", grow, " items more");
      const Cheaper cheaper(work.divisor);
      Params params = params_of(work);
      params["caller"] = kFetch;
      params["launches"] = 3;
      params["grow"] = grow;
      params["by_kernel"] = by_kernel;
      explore("hand_out", params,
              [&](const Outcome& outcome) { check_handed(outcome, work, 3, grow); });
    }
  }
}

void send_queue() {
  const Work work = on_gpu() ? Work{500, 264, 64} : Work{4, 2, 2, 8};
  INFO(text(work), ", then one item less, and one less again");
  const Cheaper cheaper(work.divisor);
  Params params = params_of(work);
  params["launches"] = 3;
  explore("send", params,
          [&](const Outcome& outcome) { check_handed(outcome, work, 3, -1); });
}

// Many sends in a row, of as few items as none.
void send_in_turn() {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("launches", 1, 34, {1, 2, 5, 9, 17, 33}).number("items", 0, 3, {0, 1, 3});
  space.number("blocks", 1, 3).number("threads", 1, 2).number("period", 1, 4, {1, 2, 4});
  space.where(
      [](const Params& params) { return params.at("period") <= params.at("items") + 1; });
  space.cost([](const Params& params) {
    return params.at("launches") * (3 + 2 * params.at("blocks") * params.at("threads") *
                                            (1 + params.at("items")));
  });
  for_cases(space, [](const Params& params) {
    const Work work = {params.at("items"), params.at("blocks"), params.at("threads")};
    INFO("up to ", text(work), ", sent ", counted(params.at("launches"), "time"));
    explore("send", params, [&](const Outcome& outcome) {
      check_handed(outcome, work, static_cast<std::size_t>(params.at("launches")), -1,
                   static_cast<std::size_t>(params.at("period")));
    });
  });
}

// More pending sends than an implementation would keep places for, in one stream or in
// several.
void send_in_a_row() {
  const Cheaper cheaper(on_gpu() ? 50 : 500);
  for (const std::int64_t queues : {1, 3}) {
    constexpr std::int64_t kSends = 1100, kMost = 2;
    const Params params = {{"sends", kSends}, {"most", kMost}, {"queues", queues},
                           {"blocks", 1},     {"threads", 1},  {"patience", 20'000}};
    INFO(counted(kSends, "queue"), " of up to ", counted(kMost, "item"), ", sent to ",
         counted(queues, "stream"), " before the first is worked off");
    explore("send_in_a_row", params, [&](const Outcome& outcome) {
      std::int64_t items = 0;
      for (std::int64_t i = 0; i < kSends; ++i) items += i % (kMost + 1);
      check_handed(outcome, {items, 1, 1});
    });
  }
}

// A stream that does not exist, then one that does, with any number of items.
void refuse_to_send() {
  if (on_gpu()) return;  // There it may end the program.
  const Cheaper cheaper(500);
  for (const std::int64_t count :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 40}) {
    INFO("sendQueue() of ", counted(count, "item"), " to a stream that does not exist");
    explore("send_to_nowhere", {{"count", count}}, [](const Outcome& outcome) {
      for (const std::int64_t refused : outcome["refused"])
        REQUIRE_MESSAGE(refused == 1,
                        "sendQueue() returned cudaSuccess for a stream that does "
                        "not exist");
      const auto& sent = outcome["sent"];  // What it returned, then what is in the queue.
      for (std::size_t i = 0; i < sent.size(); ++i)
        REQUIRE_MESSAGE(sent[i] == 1,
                        "after a call that was refused, sendQueue() for another stream ",
                        i % 2 == 0 ? "returns an error" : "does not fill the queue");
    });
  }
}

LAB_CHECK("5a", 5, functional,
          "workOff and sendQueue: all is worked off, once, each time") {
  for (const Work& work : few_items()) hand_out(kWorkOff, work);
  hand_out_otherwise(kWorkOff);
  send_queue();
  send_in_turn();
  send_in_a_row();
  for (const Work& work : many_items()) hand_out(kWorkOff, work);
  refuse_to_send();
}

LAB_CHECK_ON("5a", 3, functional, sim,
             "workOff: a block comes back until no item is left, and is not alone") {
  const auto explored = [](const Work& work, const DeviceModel& device,
                           const gridlock::check::Judge& judge) {
    const Cheaper cheaper(work.divisor);
    const AtLeast enough(10);
    Params params = params_of(work);
    params["caller"] = kWorkOff;
    params["count_takers"] = 1;
    return explore("hand_out", params, judge, device);
  };
  {
    const Work work = {30, 3, 2, 50};
    INFO(text(work), "; the device has room for one block at a time");
    const auto judge = [&](const Outcome& outcome) {
      const std::int64_t most = outcome.value("most");
      REQUIRE_MESSAGE(most == work.items, "the first block ended after ",
                      counted(most, "item"), ", with others left in the queue");
    };
    explored(work, {.sms = 1, .blocks_per_sm = 1}, judge);
  }
  const Work work = {300, 3, 2, 50};
  INFO(text(work));
  std::set<std::int64_t> alone;
  const bool shared = explored(work, {}, {}).may_be_some([&](const Outcome& outcome) {
    alone.insert(outcome.value("greediest"));
    return outcome.value("takers") >= 2;
  });
  REQUIRE_MESSAGE(shared, "in every schedule ",
                  alone.size() == 1 ? "block " + std::to_string(*alone.begin())
                                    : "one block, not always the same,",
                  " got all items, and the other blocks got none");
  // A block that is slow holds its own item, and no share that others could work off.
  const Work shares = {60, 3, 2, 10};
  std::int64_t least = shares.items;
  const bool one_by_one = explored(shares, {}, {}).may_be_some([&](const Outcome& got) {
    if (got.value("takers") >= 2) least = std::min(least, got.value("least"));
    return least <= shares.items / shares.blocks / 2;
  });
  REQUIRE_MESSAGE(
      one_by_one, text(shares), ": in every schedule each block that got items got ",
      least,
      " or more, however slow it was: draw one item at a time, so that others "
      "can take what a slow block has no time for");
}

LAB_CHECK("5a", 5, ordering,
          "fetch: the item is there when the threads of a block look") {
  for (const Work& work : crowds()) hand_out(kFetch, work);
}

LAB_CHECK("5a", 5, ordering, "workOff: the item stays until every thread has looked") {
  for (const Work& work : crowds()) hand_out(kWorkOff, work);
}

LAB_CHECK("5a", 4, ordering,
          "sendQueue: the new queue comes after the kernel before it") {
  send_queue();
}

// ---- 5b: without a duty for the caller ---------------------------------------------

LAB_CHECK("5b", 7, functional,
          "next: two calls at once, and each item goes to one block") {
  for (const Work& work : few_items()) hand_out(kNext, work);
  hand_out_otherwise(kNext);
  draw_in_cases(kDrawByNext);
  ask_both(true);
  for (const Work& work : many_items()) hand_out(kNext, work);
}

LAB_CHECK("5b", 9, ordering, "next: no call disturbs the one before it or after it") {
  for (const Work& work : crowds())
    for (const std::int64_t caller : {kNext, kNextThenFetch}) hand_out(caller, work);
}

// ---- 5c: fewer waits, fewer tickets ------------------------------------------------

LAB_CHECK("5c", 6, functional, "workOffAhead: all is worked off, once") {
  for (const Work& work : few_items()) hand_out(kWorkOffAhead, work);
  hand_out_otherwise(kWorkOffAhead);
  for (const Work& work : many_items()) hand_out(kWorkOffAhead, work);
}

LAB_CHECK("5c", 5, functional,
          "workOffAhead: the next item is drawn before work begins") {
  // While a block works on item i, it has drawn another one, which is a later one.
  std::vector<Work> works = {
      {4, 1, 1, 20}, {3, 1, 3, 20}, {9, 2, 2, 20}, {3, 1, 70, 500}, {300, 1, 1, 1000}};
  if (on_gpu()) works = {{100, 1, 1}, {100, 1, 96}, {3000, 264, 256, 4}};
  for (const Work& work : works) {
    INFO(text(work));
    const Cheaper cheaper(work.divisor);
    Params params = params_of(work);
    params["caller"] = kWorkOffAhead;
    params["watch"] = 1;
    explore("hand_out", params, [&](const Outcome& outcome) {
      check_handed(outcome, work);
      const auto& seen = outcome["index_seen"];
      REQUIRE(seen.size() == static_cast<std::size_t>(work.items));
      for (std::int64_t item = 0; item + 1 < work.items; ++item)
        REQUIRE_MESSAGE(seen[static_cast<std::size_t>(item)] >= item + 2, "work on item ",
                        item, " began before item ", item + 1, " was drawn");
    });
  }
}

LAB_CHECK("5c", 5, ordering, "workOffAhead: no slot is written while a thread reads it") {
  for (const Work& work : crowds()) hand_out(kWorkOffAhead, work);
}

// The chunk that begins with an item has one size, whichever block draws it, and
// whenever.
std::vector<std::int64_t> sizes_of(const Work& work) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(work.items));
  for (std::int64_t begin = 0; begin < work.items;) {
    const std::int64_t size =
        std::max<std::int64_t>(1, (work.items - begin) / (2 * work.blocks));
    sizes[static_cast<std::size_t>(begin)] = size;
    begin += size;
  }
  return sizes;
}

void draw_chunks(const Work& work, std::int64_t who = 0, std::int64_t callers = 1) {
  INFO(text(work), "; ",
       callers == 1 ? "thread " + std::to_string(who) : counted(callers, "thread"),
       " of each block ", callers == 1 ? "draws" : "draw");
  const Cheaper cheaper(work.divisor);
  const auto expected = sizes_of(work);
  const auto left = [&](std::size_t i) {
    return work.items - static_cast<std::int64_t>(i);
  };
  Params params = params_of(work);
  params["who"] = who;
  params["callers"] = callers;
  explore("chunks", params, [&](const Outcome& outcome) {
    const auto& size = outcome["size"];
    const auto& covered = outcome["covered"];
    REQUIRE_MESSAGE(outcome.value("strays") == 0, "a chunk reaches beyond the last item");
    REQUIRE(size.size() == expected.size());
    REQUIRE(covered.size() == expected.size());
    for (std::size_t i = 0; i < size.size(); ++i) {
      REQUIRE_MESSAGE(covered[i] == 1, "item ", i, " is in ",
                      counted(covered[i], "chunk"));
      REQUIRE_MESSAGE((expected[i] != 0 || size[i] == 0), "a chunk begins with item ", i,
                      "; none should");
      REQUIRE_MESSAGE(size[i] == expected[i], "with ", counted(left(i), "item"),
                      " left, and shares for ", counted(work.blocks, "block"),
                      ", a chunk should have ", counted(expected[i], "item"), "; it has ",
                      size[i]);
    }
    const std::int64_t early = outcome.value("early");
    REQUIRE_MESSAGE(early == 0, counted(early, "chunk"), early == 1 ? " was" : " were",
                    " empty while items remained");
  });
}

// The first chunks of a queue so long, or so far, that its indices need all their bits.
void draw_far_chunks(std::int64_t first, std::int64_t left, std::int64_t blocks) {
  constexpr std::int64_t kMost = 6;
  INFO(counted(left, "item"), " from the index ", first, " on, shares for ",
       counted(blocks, "block"));
  const Cheaper cheaper(1000);
  const Params params = {
      {"first", first}, {"left", left}, {"blocks", blocks}, {"most", kMost}};
  explore("far_chunks", params, [&](const Outcome& outcome) {
    const auto& bounds = outcome["bounds"];
    REQUIRE(bounds.size() == 2 * kMost);
    std::int64_t begin = first;
    for (std::size_t i = 0; i < kMost && begin < first + left; ++i) {
      const std::int64_t rest = first + left - begin;
      const std::int64_t end = begin + std::max<std::int64_t>(1, rest / (2 * blocks));
      REQUIRE_MESSAGE((bounds[2 * i] == begin && bounds[2 * i + 1] == end), "with ",
                      counted(rest, "item"), " left, the chunk should be [", begin, ", ",
                      end, "); it is [", bounds[2 * i], ", ", bounds[2 * i + 1], ")");
      begin = end;
    }
  });
}

// The first chunks of queues of many lengths, each near to where a share is one item
// more, for `from` to `to` - 1 blocks.  scenarios.cu has the same lengths.
void draw_shares(std::int64_t first, std::int64_t from, std::int64_t to) {
  constexpr std::int64_t kShares[] = {1, 2, 3, 5, 1000, (1 << 24) + 1, 1 << 28};
  const Cheaper cheaper(1000);
  INFO("first chunks of many lengths, starting at index ", first, ", for ", from, " to ",
       to - 1, " blocks");
  explore("shares", {{"first", first}, {"from", from}, {"to", to}},
          [&](const Outcome& outcome) {
            std::size_t at = 0;
            for (std::int64_t blocks = from; blocks < to; ++blocks)
              for (const std::int64_t shares : kShares)
                for (const std::int64_t more : {-1, 0, 1}) {
                  const std::int64_t left = 2 * blocks * shares + more;
                  const auto expected = std::max<std::int64_t>(1, left / (2 * blocks));
                  const std::int64_t found = outcome["share"].at(at++);
                  REQUIRE_MESSAGE(found == expected, "with ", counted(left, "item"),
                                  " left from index ", first, " on, and shares for ",
                                  counted(blocks, "block"), ", a chunk should have ",
                                  counted(expected, "item"), "; it has ", found);
                }
          });
}

// "each of 3 threads, from thread 32 on, of each of 2 blocks of 33 threads": behind a
// block's last thread comes its first.
std::string text_of_callers(const Params& params) {
  const std::int64_t threads = params.at("threads"), callers = params.at("callers");
  const std::int64_t blocks = params.at("blocks");
  const auto of_block =
      (blocks == 1 ? "a block" : "each of " + counted(blocks, "block")) + " of " +
      counted(threads, "thread");
  if (callers == threads && threads > 1) return "every thread of " + of_block;
  const std::int64_t first = (params.contains("who") ? params.at("who") : 0) % threads;
  const std::string from = "thread " + std::to_string(first);
  if (callers == 1) return from + " of " + of_block;
  return "each of " + std::to_string(callers) + " threads, from " + from + " on, of " +
         of_block;
}

// Chunks that threads of some blocks draw at once, from queues of any length.  Whichever
// thread is faster, they are the chunks that one thread would have drawn.
void draw_crowded(const Params& params, const DeviceModel& device = {}) {
  const auto judge = [&](const Outcome& outcome) {
    const auto& bounds = outcome["bounds"];
    const std::int64_t all = params.at("first") + params.at("left");
    std::int64_t begin = params.at("first");
    for (std::size_t i = 0; i + 1 < bounds.size(); i += 2) {
      const std::int64_t rest = all - begin;
      const std::int64_t share = rest / (2 * params.at("shares"));
      const std::int64_t end = begin + std::max<std::int64_t>(1, share);
      REQUIRE_MESSAGE((rest > 0 && bounds[i] == begin && bounds[i + 1] == end), "with ",
                      counted(rest, "item"), " left and shares for ",
                      counted(params.at("shares"), "block"), ", the chunk should be [",
                      begin, ", ", end, "); it is [", bounds[i], ", ", bounds[i + 1],
                      ")");
      begin = end;
    }
    REQUIRE_MESSAGE((outcome.value("empty") == 0 || begin == all),
                    counted(outcome.value("empty"), "chunk"), " had no item, and ",
                    counted(all - begin, "item"), " remained");
  };
  INFO(counted(params.at("left"), "item"), " from the index ", params.at("first"),
       " on, shares for ", counted(params.at("shares"), "block"), "; ",
       text_of_callers(params), " draws ", counted(params.at("draws"), "chunk"));
  explore("crowd_of_chunks", params, judge, device);
}

void draw_crowded() {
  CaseSpace space;
  space.number("blocks", 1, 9, {1, 2, 9}).number("threads", 1, 66, {1, 2, 33, 65});
  space.number("callers", 1, 34, {1, 2, 34}).number("who", 0, 64, {0, 1, 32});
  space.number("draws", 1, 9, {1, 2, 9});
  space.number("shares", 1, kMostBlocks, {1, 2, 7, 1000, kMostBlocks});
  space.number("left", 0, std::int64_t{1} << 40,
               {0, 1, 2, 40, 1000, std::int64_t{1} << 33, std::int64_t{1} << 40});
  space.number("first", 0, std::int64_t{1} << 40,
               {0, 7, (std::int64_t{1} << 31) - 2, (std::int64_t{1} << 32) - 2});
  space.where([](const Params& params) {
    return params.at("callers") <= params.at("threads") &&
           params.at("blocks") * params.at("threads") <= 140;
  });
  space.cost([](const Params& params) {
    return params.at("blocks") *
           (params.at("callers") * params.at("draws") * 8 + 4 * params.at("threads"));
  });
  for_cases(space, [](const Params& params) { draw_crowded(params); });
  // Enough at once that the last one loses many races.
  const auto at_once = [](std::int64_t blocks, std::int64_t threads) {
    const Cheaper cheaper(300);
    draw_crowded({{"blocks", blocks},
                  {"threads", threads},
                  {"callers", threads},
                  {"who", 0},
                  {"draws", 2},
                  {"shares", 16},
                  {"left", 1'000'000'000},
                  {"first", 0}},
                 large_device());
  };
  at_once(1, on_gpu() ? 1024 : 300);
  at_once(on_gpu() ? 264 : 50, on_gpu() ? 256 : 1);
}

LAB_CHECK("5c", 4, functional,
          "nextChunk: large chunks first, small ones last, none twice") {
  std::vector<Work> works = {
      {0, 2, 1, 50}, {1, 2, 2, 20}, {7, 1, 1, 50}, {12, 2, 1, 8}, {30, 3, 1, 20}};
  if (on_gpu()) works = {{1, 264, 32}, {1000, 1, 1}, {1000, 264, 64}, {10'000, 264, 32}};
  for (const Work& work : works) draw_chunks(work);
  if (on_gpu())
    draw_chunks({10'000, 264, 64, 10}, 3, 64);
  else
    for (const std::int64_t callers : {1, 2, 34})
      draw_chunks({50, 2, 34, 50}, 33, callers);
  draw_shares(0, 1, on_gpu() ? 1100 : 130);
  draw_shares((std::int64_t{1} << 32) - 3, 1000, 1010);
  draw_shares(7, 65'530, 65'540);
  draw_shares(std::int64_t{1} << 40, kMostBlocks - 3, kMostBlocks + 1);
  draw_far_chunks((std::int64_t{1} << 32) - 2, 9, 1);
  draw_far_chunks(5, (std::int64_t{1} << 33) - 1, 2);
  draw_far_chunks(0, 9, kMostBlocks);
  draw_crowded();
}

LAB_CHECK("5c", 4, ordering, "nextChunk: what remains is read as others may change it") {
  std::vector<Work> works = {{6, 2, 1, 4}, {9, 3, 2, 20}};
  if (on_gpu()) works = {{1000, 2, 32}, {10'000, 264, 32}};
  for (const Work& work : works) draw_chunks(work);
}

// The sheet's promises about a WorkQueue as a sequential specification: the state is
// which items have not been handed out.
enum Ask { kFetchOnce, kNextTwice, kChunkOnce, kAllOff, kAllOffAhead, kSend, kSendNone };

std::string hands_out(std::int64_t& rest, std::int64_t wanted, const std::string& who) {
  if ((wanted & ~rest) != 0)
    return who + " was handed what was not in the queue any more";
  rest &= ~wanted;
  return "";
}

std::string chunk_allowed(std::int64_t& rest, const Call& call, std::int64_t shares,
                          const std::string& block) {
  const std::int64_t left = __builtin_popcountll(static_cast<std::uint64_t>(rest));
  if (call.result < 0 && left == 0) return "";
  const std::int64_t share = std::max<std::int64_t>(1, left / (2 * shares));
  if (left == 0 || call.given != share || call.result < 0)
    return block + ": with " + counted(left, "item") + " left, and shares for " +
           counted(shares, "block") + ", nextChunk() gave " +
           counted(call.result < 0 ? 0 : call.given, "item");
  if (call.result + share > 60) return block + ": nextChunk() went beyond the end";
  const std::int64_t items = ((std::int64_t{1} << share) - 1) << call.result;
  return hands_out(rest, items, block);
}

std::string work_allowed(std::int64_t& rest, const Call& call, const Params& params) {
  const std::string block = "block " + std::to_string(call.caller);
  const std::string launch = "launch " + std::to_string(call.begin / 2 + 1) + ", ";
  switch (call.operation) {
    case kSend:
    case kSendNone:
      rest = call.operation == kSend ? (std::int64_t{1} << params.at("items")) - 1 : 0;
      return "";
    case kAllOff:
    case kAllOffAhead:
      if (call.result != rest)
        return launch + (call.operation == kAllOff ? "workOff" : "workOffAhead") +
               ": it did not work off what the queue had, all of it, once";
      rest = 0;
      return "";
    case kChunkOnce:
      return chunk_allowed(rest, call, params.at("shares"), launch + block);
    default:
      if (call.result == -2)
        return launch + block + ": its threads were handed different items";
      if (call.result >= 60) return launch + block + " was handed what is no item";
      if (call.result < 0)
        return rest == 0 ? "" : launch + block + " was handed none while items remained";
      return hands_out(rest, std::int64_t{1} << call.result, launch + block);
  }
}

// Launches that draw from one queue, each in its own way.
CaseSpace asks() {
  CaseSpace space;
  space.number("items", 0, 12, {0, 1, 5, 12}).number("blocks", 1, 3, {1, 3});
  space.number("threads", 1, 66, {1, 2, 31, 32, 33, 64, 65});
  space.number("shares", 1, kMostBlocks, {1, 2, kMostBlocks});
  space.number("first", 0, std::int64_t{1} << 40,
               {0, (std::int64_t{1} << 31) - 2, (std::int64_t{1} << 32) - 2,
                std::int64_t{1} << 40});
  space.sequence("asks", 7, 6,
                 {{kAllOff, kChunkOnce},
                  {kFetchOnce, kNextTwice, kNextTwice, kChunkOnce, kFetchOnce},
                  {kChunkOnce, kFetchOnce, kAllOff, kNextTwice},
                  {kChunkOnce, kNextTwice, kAllOffAhead, kChunkOnce, kChunkOnce},
                  {kSendNone, kAllOff, kSend, kAllOffAhead},
                  {kFetchOnce, kSendNone, kNextTwice, kSend, kAllOff},
                  {kAllOffAhead, kSendNone, kFetchOnce, kSend, kChunkOnce, kAllOff}});
  space.where([](const Params& params) {  // Far chunks have a check of their own.
    const auto asked = as_sequence(params.at("asks"));
    return params.at("first") == 0 ||
           std::find(asked.begin(), asked.end(), kChunkOnce) == asked.end();
  });
  return space.cost([](const Params& params) {
    const auto launches =
        static_cast<std::int64_t>(as_sequence(params.at("asks")).size());
    return 4 * launches * (1 + params.at("blocks") * params.at("threads"));
  });
}

// "fetch(), next() twice, nextChunk()"
std::string text_of_asks(std::int64_t asks) {
  constexpr const char* kNames[] = {"fetch()",
                                    "next() twice",
                                    "nextChunk()",
                                    "workOff()",
                                    "workOffAhead()",
                                    "sendQueue()",
                                    "sendQueue() of no items"};
  std::string all;
  for (const int ask : as_sequence(asks))
    all += (all.empty() ? "" : ", ") + std::string(kNames[ask]);
  return all.empty() ? "nothing" : all;
}

LAB_CHECK_ON("5c", 2, functional, sim,
             "one queue, asked in all these ways in turn, gives each item once") {
  for_cases(asks(), [](const Params& params) {
    INFO(text({params.at("items"), params.at("blocks"), params.at("threads")}),
         ", from index ", params.at("first"), " on, for ",
         counted(params.at("shares"), "share"),
         "; in turn: ", text_of_asks(params.at("asks")));
    explore("in_turn", params, [&](const Outcome& outcome) {
      const auto why = linearize<std::int64_t>(
          calls_of(outcome), (std::int64_t{1} << params.at("items")) - 1,
          [&](std::int64_t& rest, const Call& call) {
            return work_allowed(rest, call, params);
          });
      REQUIRE_MESSAGE(why.possible, why.reason);
    });
  });
}

// ---- 5d: work that makes work ------------------------------------------------------

// "item 2 of thread 1, item 3 of thread 1, ..."; scenarios.cu says who pushes which.
std::string who_pushed(const std::vector<std::int64_t>& items, std::int64_t threads) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, items.size()); ++i)
    text += (i ? ", item " : "item ") + std::to_string(items[i]) + " of thread " +
            std::to_string(items[i] / 2 % threads);
  return items.size() > kShown ? text + ", ..." : text;
}

void grow(const Work& work) {
  INFO(text(work));
  const Cheaper cheaper(work.divisor);
  explore("grow", params_of(work), [&](const Outcome& outcome) {
    std::vector<std::int64_t> refused;
    for (std::size_t item = 0; item < outcome["refused"].size(); ++item)
      if (outcome["refused"][item] != 0)
        refused.push_back(static_cast<std::int64_t>(item));
    REQUIRE_MESSAGE(refused.empty(), "push() refused ",
                    counted(static_cast<std::int64_t>(refused.size()), "item"),
                    " although there was room: ", who_pushed(refused, work.threads));
    check_handed(outcome, work);
  });
}

LAB_CHECK("5d", 4, functional,
          "pull: each item that was pushed goes to one block, whole") {
  std::vector<Work> works = {{1, 1, 1, 50}, {1, 3, 2, 20}, {7, 1, 3, 20},
                             {7, 2, 2, 8},  {9, 3, 1, 8},  {15, 12, 1, 100}};
  if (on_gpu())
    works = {{1, 264, 32}, {1000, 1, 32}, {1000, 264, 64}, {10'000, 1000, 32, 10}};
  for (const Work& work : works) grow(work);
  draw_in_cases(kDrawByPull);
}

// Where a queue's free places begin: shortly before a number of bits ends; and at indices
// of which any number of bits is another index.
constexpr std::int64_t kFirst[] = {0,
                                   65'534,
                                   0x1020304,
                                   (std::int64_t{1} << 31) - 2,
                                   (std::int64_t{1} << 32) - 2,
                                   0x10203040506};
constexpr std::int64_t kFirstPlaces = std::size(kFirst);

// Any threads of any blocks push, more or fewer items than there is room for, to a queue
// that may have been in use for a long time.
CaseSpace crowds_that_push() {
  CaseSpace space;
  space.number("blocks", 1, 9, {1, 2, 9}).number("threads", 1, 66, {1, 2, 33, 65});
  space.number("callers", 1, 34, {1, 2, 34}).number("who", 0, 64, {0, 1, 32});
  space.number("pushes", 0, 4, {0, 1, 3}).number("places", 0, 20, {0, 1, 2, 5, 20});
  // Which of the indices of the first place.
  space.number("index", 0, kFirstPlaces - 1, {0, 1, 2, 3, 4, 5});
  space.where([](const Params& params) {
    return params.at("callers") <= params.at("threads") &&
           params.at("blocks") * params.at("threads") <= 140;
  });
  return space.cost([](const Params& params) {
    return params.at("blocks") *
           (params.at("callers") * params.at("pushes") * 8 + 4 * params.at("threads"));
  });
}

// "a queue with 2 free places; the next push is number 16909060 (0x1020304)".
std::string text_of_places(const Params& params) {
  const std::int64_t places = params.at("places");
  const std::int64_t first = params.contains("first") ? params.at("first") : 0;
  const std::string free = places == 0 ? "no free place" : counted(places, "free place");
  if (first == 0) return "a queue with " + free;
  constexpr int kHex = 16;
  std::string digits;
  for (std::int64_t rest = first; rest > 0; rest /= kHex)
    digits.insert(0, 1, "0123456789abcdef"[rest % kHex]);
  return "a queue with " + free + "; the next push is number " + std::to_string(first) +
         " (0x" + digits + "), counted from 0";
}

LAB_CHECK("5d", 4, functional,
          "push: an item without a place is refused, and none is lost") {
  const auto cases = [](const Params& params) {
    INFO(text_of_places(params), "; ", text_of_callers(params), " pushes ",
         counted(params.at("pushes"), "item"));
    explore("crowd", params, [&](const Outcome& outcome) {
      const std::int64_t pushes =
          params.at("blocks") * params.at("callers") * params.at("pushes");
      const std::int64_t accepted = outcome.value("accepted");
      const std::int64_t expected = std::min(pushes, params.at("places"));
      REQUIRE_MESSAGE(accepted == expected, "push() took ", accepted, " of ",
                      counted(pushes, "item"), ", with room for ", params.at("places"));
      const std::int64_t differ = outcome.value("differ");
      REQUIRE_MESSAGE(differ == 0, counted(differ, "item"),
                      " came out less or more often than went in");
    });
  };
  const auto all = [&](std::int64_t blocks, std::int64_t threads, std::int64_t pushes,
                       std::int64_t places) {
    const Cheaper cheaper(1000);
    cases({{"blocks", blocks},
           {"threads", threads},
           {"callers", threads},
           {"pushes", pushes},
           {"places", places}});
  };
  if (on_gpu()) {
    all(264, 32, 10, 1000);
    all(1000, 1, 1, 999);
    all(264, 64, 2, 30'000);
  }
  all(1, 1, 300, 299);
  all(2, 300, 1, 599);
  const Cheaper cheaper(on_gpu() ? 40 : 1);
  for_cases(crowds_that_push(), [&](Params params) {
    params["first"] = kFirst[params.at("index")];
    cases(params);
  });
}

// The sheet's promises about push() and pull() as a sequential specification: the state
// is how many places are taken, and which items lie there.
struct Lying {
  std::int64_t taken = 0;
  std::multiset<std::int64_t> items;
  bool operator<(const Lying& other) const {
    return std::tie(taken, items) < std::tie(other.taken, other.items);
  }
};

enum QueueCall { kPull, kPush };

std::string queue_allows(Lying& queue, const Call& call, std::int64_t places) {
  const std::string block = "block " + std::to_string(call.caller);
  if (call.operation == kPush) {
    const bool room = queue.taken < places;
    if (call.result != room)
      return block + (room ? ": push() refused an item that there was a place for"
                           : ": push() took an item that there was no place for");
    if (room) queue.items.insert(call.given);
    queue.taken += room;
    return "";
  }
  if (call.result < 0)
    return queue.items.empty() ? ""
                               : block + ": pull() said none while an item lay there";
  const auto found = queue.items.find(call.result);
  if (found == queue.items.end())
    return block + ": pull() handed out item " + std::to_string(call.result) +
           ", which did not lie there";
  queue.items.erase(found);
  return "";
}

// The calls of three blocks, on a queue that may already hold items.
CaseSpace plans() {
  CaseSpace space;
  space.number("lying", 0, 2, {0, 1, 2}).number("places", 2, 9, {2, 9});
  space.number("threads", 1, 2).number("wide", 0, 1);
  space.sequence("plan0", 2, 4, {{kPull}, {kPush, kPull}});
  space.sequence("plan1", 2, 4, {{kPush, kPull}, {kPush, kPush, kPull}});
  space.sequence("plan2", 2, 4, {{kPush}, {kPull, kPush}});
  return space.cost([](const Params& params) {
    std::size_t calls = 1;
    for (const char* plan : {"plan0", "plan1", "plan2"})
      calls += as_sequence(params.at(plan)).size();
    return 4 * static_cast<std::int64_t>(calls) * params.at("threads");
  });
}

// "a queue of 7 places that holds 1 item, 3 blocks of 1 thread; block 0: push, pull; ..."
std::string text_of_plan(const Params& params) {
  std::string all = "a queue of " + counted(params.at("places"), "place") +
                    " that holds " + counted(params.at("lying"), "item") +
                    ", 3 blocks of " + counted(params.at("threads"), "thread");
  for (const char block : {'0', '1', '2'}) {
    const auto calls = as_sequence(params.at(std::string("plan") + block));
    all += std::string("; block ") + block + ": ";
    if (calls.empty()) all += "no call";
    for (std::size_t i = 0; i < calls.size(); ++i)
      all += std::string(i == 0 ? "" : ", ") + (calls[i] == kPush ? "push" : "pull");
  }
  return all;
}

LAB_CHECK_ON("5d", 3, functional, sim,
             "pull: none() only while nothing lies there, whoever pushes and pulls") {
  const Patient patient;
  for_cases(plans(), [](Params params) {
    params["logged"] = 1;
    const std::int64_t places = params.at("places");
    Lying start{params.at("lying"), {}};
    for (std::int64_t id = 0; id < start.taken; ++id) start.items.insert(id);
    INFO(text_of_plan(params));
    explore("planned", params, [&](const Outcome& outcome) {
      const auto why =
          linearize<Lying>(calls_of(outcome), start, [&](Lying& queue, const Call& call) {
            return queue_allows(queue, call, places);
          });
      REQUIRE_MESSAGE(why.possible, why.reason);
    });
  });
}

LAB_CHECK("5d", 8, ordering, "pull: a block that gets an item sees all that was pushed") {
  // The last has two warps, which only a barrier of the whole block keeps together.
  std::vector<Work> works = {{3, 2, 2, 4}, {7, 3, 1, 8}, {7, 1, 40, 8}};
  if (on_gpu()) works = {{200, 2, 64}, {1000, 264, 64}};
  for (const Work& work : works) grow(work);
  if (on_gpu()) return;
  const Cheaper cheaper(2);
  for_cases(plans(), [](Params params) {
    params["logged"] = 0;
    INFO(text_of_plan(params));
    explore("planned", params);
  });
}

}  // namespace
