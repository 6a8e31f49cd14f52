// The checks of lab 05, parts 5c and 5d: chunks, and work that makes work.

#include "checks.h"

#include <set>
#include <tuple>

namespace gridlock::check {
namespace {

// ---- 5c: fewer waits, fewer tickets ------------------------------------------------

// The largest grid that CUDA has in one dimension.
constexpr int64_t kMostBlocks = kTwoTo31 - 1;

LAB_CHECK("5c", 3, functional, "workOffAhead: all is worked off, once") {
  hand_out(kWorkOffAhead, few_items());
  hand_out(kWorkOffAhead, many_items());
}

LAB_CHECK("5c", 6, functional,
          "workOffAhead: the next item is drawn before work begins") {
  // While a block works on item i, it has already drawn a later one.
  vector<Work> works = {
      {4, 1, 1, 20}, {3, 1, 3, 20}, {9, 2, 2, 20}, {3, 1, 70, 500}, {300, 1, 1, 1000}};
  if (on_gpu()) works = {{100, 1, 1}, {100, 1, 96}, {3000, 264, 256, 4}};
  for (const Work& work : works) {
    INFO(text(work));
    const Cheaper cheaper(work.divisor);
    const Params params = params_of(work, "caller", kWorkOffAhead, "watch", 1,
                                    "count_takers", on_gpu() ? 0 : 1);
    explore("hand_out", params, [&](const Outcome& outcome) {
      check_handed(outcome, work);
      if (!on_gpu()) check_threads(outcome, work);
      const auto& seen = sized(outcome, "index_seen", work.items);
      for (int64_t item = 0; item + 1 < work.items; ++item)
        ENSURE(seen[item] >= item + 2, "work on item ", item, " began before item ",
               item + 1, " was drawn");
    });
  }
}

LAB_CHECK("5c", 3, ordering, "workOffAhead: no slot is written while a thread reads it") {
  hand_out(kWorkOffAhead, crowds());
}

// The size of the next chunk if `left` items are left.
int64_t chunk_of(int64_t left, int64_t shares) {
  return std::max<int64_t>(1, left / (2 * shares));
}

string left_text(int64_t left, int64_t shares, const char* more = "") {
  return cat("with ", counted(left, "item"), " left", more, " and shares for ",
             counted(shares, "block"), ", ");
}

// For each item the size of the chunk that begins with it, or 0.
vector<int64_t> sizes_of(const Work& work) {
  vector<int64_t> sizes(work.items);
  for (int64_t begin = 0; begin < work.items; begin += sizes[begin])
    sizes[begin] = chunk_of(work.items - begin, work.blocks);
  return sizes;
}

constexpr const char* kAnew =
    "Let atomicCAS() draw only if `current` is as you saw it.  If it fails, it has taken "
    "nothing: test for none, and compute the share anew from what it returned";

// The remark that a chunk overlaps another one or, with several blocks, that its size
// was right when more items were left; "" for any other mistake.
string stale_share(int64_t size, int64_t left, const Work& work, const auto& covered) {
  const auto begin = covered.end() - left;
  if (size < left && std::any_of(begin, begin + size, [](auto n) { return n > 1; }))
    return ", of which another chunk has some, too: its end must be the index that its "
           "own atomicCAS wrote, not `current` as it is afterwards";
  for (int64_t more = left + 1; work.blocks > 1 && more <= work.items; ++more)
    if (chunk_of(more, work.blocks) == size)
      return cat(", which is right with ", more,
                 " left: between its look at `current` and its draw, another block has "
                 "drawn.  ",
                 kAnew);
  return "";
}

string range_text(int64_t begin, int64_t end) { return cat("[", begin, ", ", end, ")"); }

string stray_text(uint64_t begin, uint64_t end, const Work& work) {
  const auto items = static_cast<uint64_t>(work.items);
  if (begin > end && end <= items)
    return cat("a chunk is ", range_text(begin, end),
               ": its `end` must be the index behind its last item, not how many it has");
  const string chunk = cat("a chunk is ", range_text(begin, end), ", of a queue of ",
                           counted(work.items, "item"));
  if (begin < items || work.blocks == 1)
    return chunk + ": it reaches beyond the last item, where fewer are left, or none";
  return cat(chunk, ": it begins where none is left.  ", kAnew);
}

void draw_chunks(const Work& work, int64_t who = 0, int64_t callers = 1) {
  INFO(text(work), "; ", callers == 1 ? cat("thread ", who) : counted(callers, "thread"),
       " of each block ", callers == 1 ? "draws" : "draw");
  const Cheaper cheaper(work.divisor);
  const auto expected = sizes_of(work);
  const Params params = params_of(work, "who", who, "callers", callers);
  explore("chunks", params, [&](const Outcome& outcome) {
    const auto& strays = sized(outcome, "strays", 3);
    if (strays[0] != 0 && work.items == 0) message_suffices();
    ENSURE(strays[0] == 0,
           (work.items == 0
                ? "a chunk was handed out, though the queue has no item: if none "
                  "remains, return an empty chunk, before guidedShare()"
                : stray_text(strays[1], strays[2], work)));
    const auto& size = sized(outcome, "size", work.items);
    const auto& covered = sized(outcome, "covered", work.items);
    for (int64_t i = 0; i < work.items; ++i) {
      ENSURE(covered[i] == 1, "item ", i, " is in ", counted(covered[i], "chunk"),
             (covered[i] == 0 && outcome.value("early") == 0
                  ? ": what a call takes, by moving `current` on, it must return in "
                    "[begin, end), where `end` is the index behind its last item"
                  : ""));
      ENSURE((expected[i] != 0 || size[i] == 0), "a chunk begins with item ", i,
             "; none should");
      ENSURE(size[i] == expected[i], left_text(work.items - i, work.blocks, ","),
             "a chunk should have ", counted(expected[i], "item"), "; it has ", size[i],
             stale_share(size[i], work.items - i, work, covered));
    }
    const int64_t early = outcome.value("early");
    ENSURE(early == 0, counted(early, "chunk"), early == 1 ? " was" : " were",
           " empty while items remained");
  });
}

// Draws the first chunks of a queue with indices that need all their bits.
void draw_far_chunks(int64_t first, int64_t left, int64_t blocks) {
  constexpr int64_t kMost = 6;
  INFO(counted(left, "item"), " from the index ", first, " on, shares for ",
       counted(blocks, "block"));
  const Cheaper cheaper(1000);
  const Params params =
      given("first", first, "left", left, "blocks", blocks, "most", kMost);
  explore("far_chunks", params, [&](const Outcome& outcome) {
    const auto& bounds = sized(outcome, "bounds", 2 * kMost);
    int64_t begin = first;
    for (size_t i = 0; i < 2 * kMost && begin < first + left; i += 2) {
      const int64_t rest = first + left - begin, end = begin + chunk_of(rest, blocks);
      ENSURE((bounds[i] == begin && bounds[i + 1] == end), "with ", counted(rest, "item"),
             " left, the chunk should be ", range_text(begin, end), "; it is ",
             range_text(bounds[i], bounds[i + 1]));
      begin = end;
    }
  });
}

// Threads of several blocks draw chunks at once, from queues of any length.  In any
// schedule the chunks are those that one thread would have drawn.
void draw_crowded(Case c, const DeviceModel& device = {}) {
  const int64_t first = c["first"], left = c["left"];
  const int64_t shares = c["shares"];
  const auto judge = [&](const Outcome& outcome) {
    const auto& bounds = outcome["bounds"];
    int64_t rest = left;
    for (size_t i = 0; i + 1 < bounds.size(); i += 2) {
      const int64_t begin = first + left - rest, end = begin + chunk_of(rest, shares);
      ENSURE(
          (rest > 0 && bounds[i] == begin && bounds[i + 1] == end),
          left_text(rest, shares), "the chunk should be ", range_text(begin, end),
          "; it is ", range_text(bounds[i], bounds[i + 1]),
          bounds[i] < begin && c["blocks"] * c["callers"] > 1
              ? cat(", and another chunk has a part of that.  ", kAnew)
          : i > 0 && bounds[i] == begin && bounds[i + 1] - begin == begin - bounds[i - 2]
              ? cat(", with the size of the one before.  ", kAnew)
              : "");
      rest = first + left - end;
    }
    ENSURE((outcome.value("empty") == 0 || rest == 0),
           counted(outcome.value("empty"), "chunk"), " had no item, and ",
           counted(rest, "item"), " remained");
  };
  INFO(counted(left, "item"), " from the index ", first, " on, shares for ",
       counted(shares, "block"), "; ", text_of_callers(c), " draws ",
       counted(c["draws"], "chunk"));
  explore_on(device, "crowd_of_chunks", c, judge);
}

CaseSpace callers() {
  CaseSpace space;
  space.number("blocks", 1, 9, {1, 2, 9}).number("threads", 1, 66, {1, 2, 33, 65});
  space.number("callers", 1, 34, {1, 2, 34}).number("who", 0, 64, {0, 1, 32});
  return space.where([](Case c) {
    return c["callers"] <= c["threads"] && c["blocks"] * c["threads"] <= 140;
  });
}

// The cost of a case in which each thread makes this many calls.
int64_t cost_of_calls(Case c, int64_t calls) {
  return c["blocks"] * (c["callers"] * calls * 8 + 4 * c["threads"]);
}

// With `far`, lengths and indices of any size, not only those that a student would try.
void draw_in_crowds(bool far) {
  CaseSpace space = callers();
  space.number("draws", 1, 9, {1, 2, 9});
  if (far) {
    space.number("shares", 1, kMostBlocks, {1, 1000, kMostBlocks});
    space.amount("left", kTwoTo40, {2 * kTwoTo32, kTwoTo40});
    space.number("first", 0, kTwoTo40, {0, kTwoTo31 - 2, kTwoTo32 - 2});
  } else {
    space.number("shares", 1, 1000, {1, 2, 7, 1000});
    space.amount("left", 1000, {0, 1, 2, 40, 1000}).number("first", 0, 7, {0, 7});
  }
  space.cost([](Case c) { return cost_of_calls(c, c["draws"]); });
  for_cases(space, [](Case c) { draw_crowded(c); });
}

LAB_CHECK("5c", 6, functional,
          "nextChunk: large chunks first, small ones last, none twice") {
  vector<Work> works = {
      {0, 2, 1, 50}, {1, 2, 2, 20}, {7, 1, 1, 50}, {12, 2, 1, 8}, {30, 3, 1, 20}};
  if (on_gpu()) works = {{1, 264, 32}, {1000, 1, 1}, {1000, 264, 64}, {10'000, 264, 32}};
  for (const Work& work : works) draw_chunks(work);
  if (on_gpu())
    draw_chunks({10'000, 264, 64, 10}, 3, 64);
  else
    for (const int64_t callers : {1, 2, 34}) draw_chunks({50, 2, 34, 50}, 33, callers);
  draw_in_crowds(false);
  // So many threads draw at once that the last one loses many races.
  const auto at_once = [](int64_t blocks, int64_t threads) {
    const Cheaper cheaper(300);
    draw_crowded(given("blocks", blocks, "threads", threads, "callers", threads, "who", 0,
                       "draws", 2, "shares", 16, "left", 1'000'000'000, "first", 0),
                 kLargeDevice);
  };
  at_once(1, on_gpu() ? 1024 : 300);
  at_once(on_gpu() ? 264 : 50, on_gpu() ? 256 : 1);
}

LAB_CHECK("5c", 4, ordering, "nextChunk: what remains is read as others may change it") {
  vector<Work> works = {{6, 2, 1, 4}, {9, 3, 2, 20}};
  if (on_gpu()) works = {{1000, 2, 32}, {10'000, 264, 32}};
  for (const Work& work : works) draw_chunks(work);
}

// The sheet's promises as a sequential specification; the state is the items left.
enum Ask { kFetchOnce, kNextTwice, kChunkOnce, kAllOff, kAllOffAhead, kFill, kFillNone };

string hands_out(int64_t& rest, int64_t wanted, const string& who) {
  if ((wanted & ~rest) != 0)
    return who + " was handed what was not in the queue any more";
  rest &= ~wanted;
  return "";
}

string chunk_allowed(int64_t& rest, const Call& call, int64_t shares,
                     const string& block) {
  const int64_t left = __builtin_popcountll(static_cast<uint64_t>(rest));
  if (call.result < 0 && left == 0) return "";
  const int64_t share = chunk_of(left, shares);
  if (left == 0 || call.given != share || call.result < 0)
    return cat(block, ": ", left_text(left, shares, ","), "nextChunk() gave ",
               counted(call.result < 0 ? 0 : call.given, "item"));
  if (call.result + share > 60) return block + ": nextChunk() went beyond the end";
  return hands_out(rest, ((int64_t{1} << share) - 1) << call.result, block);
}

string work_allowed(int64_t& rest, const Call& call, Case c) {
  const string launch = cat("launch ", call.begin / 2 + 1, ", ");
  const string block = cat(launch, "block ", call.caller);
  switch (call.operation) {
    case kFill:
    case kFillNone:
      rest = call.operation == kFill ? (int64_t{1} << c["items"]) - 1 : 0;
      return "";
    case kAllOff:
    case kAllOffAhead:
      if (call.result != rest)
        return cat(launch, call.operation == kAllOff ? "workOff" : "workOffAhead",
                   ": it did not work off what the queue had, all of it, once");
      rest = 0;
      return "";
    case kChunkOnce:
      return chunk_allowed(rest, call, c["shares"], block);
    default:
      if (call.result == -2) return block + ": its threads were handed different items";
      if (call.result >= 60) return block + " was handed what is no item";
      if (call.result < 0)
        return rest == 0 ? "" : block + " was handed none while items remained";
      return hands_out(rest, int64_t{1} << call.result, block);
  }
}

CaseSpace asks() {
  CaseSpace space;
  space.amount("items", 12, {0, 1, 5, 12}).number("blocks", 1, 3, {1, 3});
  space.number("threads", 1, 66, {1, 2, 31, 32, 33, 64, 65});
  space.number("shares", 1, kMostBlocks, {1, 2, kMostBlocks});
  space.number("first", 0, kTwoTo40, {0, kTwoTo31 - 2, kTwoTo32 - 2, kTwoTo40});
  space.sequence("asks", 7, 6,
                 {{kAllOff, kChunkOnce},
                  {kFetchOnce, kNextTwice, kNextTwice, kChunkOnce, kFetchOnce},
                  {kChunkOnce, kFetchOnce, kAllOff, kNextTwice},
                  {kChunkOnce, kNextTwice, kAllOffAhead, kChunkOnce, kChunkOnce},
                  {kFillNone, kAllOff, kFill, kAllOffAhead},
                  {kFetchOnce, kFillNone, kNextTwice, kFill, kAllOff},
                  {kAllOffAhead, kFillNone, kFetchOnce, kFill, kChunkOnce, kAllOff}});
  space.where([](Case c) {  // Another check draws far chunks.
    const auto asked = c.sequence("asks");
    return c["first"] == 0 ||
           std::find(asked.begin(), asked.end(), kChunkOnce) == asked.end();
  });
  return space.cost([](Case c) {
    return 4 * ssize(c.sequence("asks")) * (1 + c["blocks"] * c["threads"]);
  });
}

// "fetch(), next() twice, nextChunk()"
string text_of_asks(const vector<int>& asks) {
  constexpr const char* kNames[] = {
      "fetch()",        "next() twice", "nextChunk()",         "workOff()",
      "workOffAhead()", "fill()",       "fill() with no items"};
  if (asks.empty()) return "nothing";
  return joined(asks, [&](int ask) { return string(kNames[ask]); });
}

LAB_CHECK_ON("5c", 1, functional, sim,
             "one queue, asked in all these ways in turn, gives each item once") {
  for_cases(asks(), [](Case c) {
    INFO(text(work_of(c)), ", from index ", c["first"], " on, for ",
         counted(c["shares"], "share"), "; in turn: ", text_of_asks(c.sequence("asks")));
    explore("in_turn", c, [&](const Outcome& outcome) {
      const auto allows = [&](int64_t& rest, const Call& call) {
        return work_allowed(rest, call, c);
      };
      const int64_t items = (int64_t{1} << c["items"]) - 1;
      const auto why = linearize<int64_t>(calls_of(outcome), items, allows);
      ENSURE(why.possible, why.reason);
    });
  });
}

LAB_CHECK("5c", 1, functional, "workOffAhead, nextChunk: no number is too large") {
  hand_out_otherwise(kWorkOffAhead);
  draw_far_chunks(kTwoTo32 - 2, 9, 1);
  draw_far_chunks(5, 2 * kTwoTo32 - 1, 2);
  draw_far_chunks(0, 2 * kTwoTo32, 1);  // A share of 2^32 items.
  draw_far_chunks(0, 4 * kTwoTo32, 4);  // A share of 2^31 items.
  draw_far_chunks(0, 9, kMostBlocks);
  draw_in_crowds(true);
}

// ---- 5d: work that makes work ------------------------------------------------------

// "item 2 of thread 1, item 3 of thread 1, ..."; scenarios.cu defines the pushers.
string who_pushed(vector<int64_t> items, int64_t threads) {
  constexpr size_t kShown = 3;
  const char* const more = items.size() > kShown ? ", ..." : "";
  items.resize(std::min(kShown, items.size()));
  const auto pushed = [&](int64_t item) {
    return cat("item ", item, " of thread ", item / 2 % threads);
  };
  return joined(items, pushed) + more;
}

void grow(const Work& work) {
  INFO(text(work));
  const Cheaper cheaper(work.divisor);
  explore("grow", params_of(work), [&](const Outcome& outcome) {
    vector<int64_t> refused;
    for (size_t item = 0; item < outcome["refused"].size(); ++item)
      if (outcome["refused"][item] != 0) refused.push_back(item);
    ENSURE(refused.empty(), "push() refused ", counted(refused.size(), "item"),
           " although there was room: ", who_pushed(refused, work.threads));
    const auto& times = outcome["times"];
    for (int64_t item = 0; item < ssize(times); ++item)
      ENSURE(
          (times[item] != 0 || outcome.value("all_drawn") == 0), "item ", item,
          " was never handed out, although all places were drawn: its place was "
          "given up or read before the item was there, or was used for another item, "
          "too.  Look first, draw by atomicCAS only a place that is taken, and not drawn, "
          "and then wait until its item is there.  push() may say so only after it wrote "
          "the item");
    check_handed(outcome, work);
  });
}

LAB_CHECK("5d", 3, functional,
          "pull: each item that was pushed goes to one block, whole") {
  vector<Work> works = {{1, 1, 1, 50}, {1, 3, 2, 20}, {7, 1, 3, 20},
                        {7, 2, 2, 8},  {9, 3, 1, 8},  {15, 12, 1, 100}};
  if (on_gpu())
    works = {{1, 264, 32}, {1000, 1, 32}, {1000, 264, 64}, {10'000, 1000, 32, 10}};
  for (const Work& work : works) grow(work);
  draw_in_cases(kDrawByPull);
}

// Indices of the first free place: 0, some shortly before a power of two, and some that
// each truncation changes.
constexpr int64_t kFirst[] = {
    0, 65'534, 0x1020304, kTwoTo31 - 2, kTwoTo32 - 2, 0x10203040506};

// Threads push more or fewer items than fit, to a queue that may have been in use for
// long.
CaseSpace crowds_that_push() {
  CaseSpace space = callers();
  space.amount("pushes", 4, {0, 1, 3}).number("places", 0, 20, {0, 1, 2, 5, 20});
  // An index into kFirst.
  space.number("index", 0, ssize(kFirst) - 1, {0, 1, 2, 3, 4, 5});
  return space.cost([](Case c) { return cost_of_calls(c, c["pushes"]); });
}

// "a queue with 2 free places; the next push is number 65534 (0xfffe), counted from 0".
string text_of_places(Case c) {
  const int64_t places = c["places"], first = c("first", 0);
  const string queue =
      "a queue with " + (places == 0 ? "no free place" : counted(places, "free place"));
  if (first == 0) return queue;
  return cat(queue, "; the next push is number ", first, " (", hex(first),
             "), counted from 0");
}

LAB_CHECK("5d", 2, functional,
          "push: an item without a place is refused, and none is lost") {
  const auto push = [](Case c) {
    INFO(text_of_places(c), "; ", text_of_callers(c), " pushes ",
         counted(c["pushes"], "item"),
         c["blocks"] * c["callers"] * c["pushes"] > c["places"]
             ? "; a push() that is refused must not count in `pushed`"
             : "");
    explore("crowd", c, [&](const Outcome& outcome) {
      const int64_t pushes = c["blocks"] * c["callers"] * c["pushes"];
      const int64_t accepted = outcome.value("accepted"), places = c["places"];
      ENSURE(accepted == std::min(pushes, places), "push() took ", accepted, " of ",
             counted(pushes, "item"), ", with room for ", places);
      const int64_t differ = outcome.value("differ");
      ENSURE(differ == 0, counted(differ, "item"),
             " came out less or more often than went in");
    });
  };
  const auto push_by_all = [&](int64_t blocks, int64_t threads, int64_t pushes,
                               int64_t places) {
    const Cheaper cheaper(1000);
    push(given("blocks", blocks, "threads", threads, "callers", threads, "pushes", pushes,
               "places", places));
  };
  if (on_gpu()) {
    push_by_all(264, 32, 10, 1000);
    push_by_all(1000, 1, 1, 999);
    push_by_all(264, 64, 2, 30'000);
  }
  push_by_all(1, 1, 300, 299);
  push_by_all(2, 300, 1, 599);
  const Cheaper cheaper(on_gpu() ? 40 : 1);
  for_cases(crowds_that_push(),
            [&](Case c) { push(with(c, "first", kFirst[c["index"]])); });
}

// The sheet's promises about push() and pull() as a sequential specification; the state
// is the number of places taken and the items in them.
struct Lying {
  int64_t taken = 0;
  std::multiset<int64_t> items;
  bool operator<(const Lying& other) const {
    return std::tie(taken, items) < std::tie(other.taken, other.items);
  }
};

enum QueueCall { kPull, kPush };

string queue_allows(Lying& queue, const Call& call, int64_t places) {
  const string block = cat("block ", call.caller);
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
    return cat(block, ": pull() handed out item ", call.result,
               ", which did not lie there");
  queue.items.erase(found);
  return "";
}

constexpr const char* kPlans[] = {"plan0", "plan1", "plan2"};

CaseSpace plans() {
  CaseSpace space;
  space.number("lying", 0, 2, {0, 1, 2}).number("places", 2, 9, {2, 9});
  space.number("threads", 1, 2).number("wide", 0, 1);
  space.sequence("plan0", 2, 4, {{kPull}, {kPush, kPull}});
  space.sequence("plan1", 2, 4, {{kPush, kPull}, {kPush, kPush, kPull}});
  space.sequence("plan2", 2, 4, {{kPush}, {kPull, kPush}});
  return space.cost([](Case c) {
    int64_t calls = 1;
    for (const char* plan : kPlans) calls += ssize(c.sequence(plan));
    return 4 * calls * c["threads"];
  });
}

// "a queue of 7 places that holds 1 item, 3 blocks of 1 thread; block 0: push, pull; ..."
string text_of_plan(Case c) {
  const auto name = [](int call) { return string(call == kPush ? "push" : "pull"); };
  string all = cat("a queue of ", counted(c["places"], "place"), " that holds ",
                   counted(c["lying"], "item"), ", ", grid_text(3, c["threads"]));
  for (const char* plan : kPlans) {
    const string calls = joined(c.sequence(plan), name);
    all += cat("; block ", plan[4], ": ", calls.empty() ? "no call" : calls);
  }
  return all;
}

LAB_CHECK_ON("5d", 2, functional, sim,
             "pull: none() only while nothing lies there, whoever pushes and pulls") {
  const Patient patient;
  for_cases(plans(), [](Case c) {
    Lying start{c["lying"], {}};
    for (int64_t id = 0; id < start.taken; ++id) start.items.insert(id);
    INFO(text_of_plan(c));
    explore("planned", with(c, "logged", 1), [&](const Outcome& outcome) {
      const auto allows = [&](Lying& queue, const Call& call) {
        return queue_allows(queue, call, c["places"]);
      };
      const auto why = linearize<Lying>(calls_of(outcome), start, allows);
      ENSURE(why.possible, why.reason);
    });
  });
}

LAB_CHECK("5d", 7, ordering, "pull: a block that gets an item sees all that was pushed") {
  // The last block has two warps, which only a barrier of the whole block keeps together.
  vector<Work> works = {{3, 2, 2, 4}, {7, 3, 1, 8}, {7, 1, 40, 8}};
  if (on_gpu()) works = {{200, 2, 64}, {1000, 264, 64}};
  for (const Work& work : works) grow(work);
  if (on_gpu()) return;
  const Cheaper cheaper(2);
  for_cases(plans(), [](Case c) {
    INFO(text_of_plan(c));
    explore("planned", with(c, "logged", 0));
  });
}

}  // namespace
}  // namespace gridlock::check
