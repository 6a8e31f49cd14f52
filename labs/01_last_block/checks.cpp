// The checks of lab 01: the guard in its two forms, parts 1a and 1d; checks_sums.cpp has
// the others.  Each check rules out one wrong idea; its title is a claim, which holds if
// the check passes.

#include "checks.h"

namespace gridlock::check {
namespace {

constexpr int64_t kOr = 0, kShared = 1;  // The two forms of the guard.
constexpr int64_t kBoth = 2;             // Both in turn, in a row of calls.

// The scenarios' digest() of the values first, first + 1, ...
int64_t digest_of(int64_t first, int64_t blocks, uint32_t seed) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < blocks; ++i) sum = sum * 31 + input(first + i, seed) % 100;
  return as_int(sum);
}

// Grids that are large for the executor.  The modelled device holds 8 blocks at a time.
vector<Shape> large_grids() {
  if (on_gpu())
    return {{264, 256}, {3000, 1024, 10}, {70'000, 32, 50}, {1 << 20, 1, 1000}};
  return {{130, 1, 50},   {300, 1, 200}, {1100, 1, 500},
          {2, 1024, 500}, {3, 545, 500}, {65'537, 1, 2000}};
}

// Shapes for checks about order; a single block needs order, too.
vector<Shape> crowds() {
  if (on_gpu()) return {{1, 256}, {2, 64}, {3, 101}, {264, 256}, {1000, 64}};
  return {{1, 3, 4},   {2, 2},      {3, 5},       {12, 2, 4},
          {3, 40, 20}, {18, 3, 20}, {70, 1, 200}, {2, 1024, 500}};
}

// Runs these shapes; on the simulator also generated ones, under few schedules each: a
// missing order is missing in all schedules.
void for_any_shape(const vector<Shape>& shapes,
                   const std::function<void(const Shape&)>& body) {
  for (const Shape& shape : shapes) body(shape);
  if (on_gpu()) return;
  const Cheaper few(100);
  for_cases(small_grids(), [&](Case c) { body(shape_of(c)); });
}

string name_of(int64_t form) { return form == kOr ? "lastBlock" : "lastBlockShared"; }

// On the GPU some blocks are delayed; on the simulator the schedules delay them.
int64_t lateness() { return on_gpu() ? 2'000 : 0; }

template <class... More>
Params guard_params(int64_t form, const Shape& shape, More... more) {
  return given("form", form, "blocks", shape.blocks, "threads", shape.threads, "late",
               lateness(), more...);
}

// "blocks 0, 1, 2, 3 and others all took themselves for the last one: ", or "".
string those_told(vector<int64_t> few, int64_t told) {
  const bool others = told > ssize(few);
  std::erase_if(few, [](int64_t block) { return block < 0; });
  if (few.empty()) return "";
  return cat("blocks ", joined(few), others ? " and others" : "",
             " all took themselves for the last one: ");
}

constexpr const char* kNobodyDrew =
    "No thread changed or read *counter.  Let each block draw one ticket from it; the "
    "block that draws the last one is the last, whatever its index";

void check_told(const Outcome& outcome, int64_t threads, const string& noun, int64_t call,
                int64_t calls, const string& guard = "the guard", int64_t left = -1,
                int64_t users = -1) {
  constexpr int64_t kFew = 4;
  const int64_t blocks_told = sized(outcome, "blocks_told", calls)[call];
  const int64_t threads_told = sized(outcome, "threads_told", calls)[call];
  const auto few = part_of(sized(outcome, "few_told", calls * kFew), call * kFew, kFew);
  const string where = place(noun, call, calls);
  const string draws =
      users == 0 ? kNobodyDrew
      : left > 0
          ? cat("The counter went from 0 to ", left,
                ": the last draw that added 1 returned ", left - 1,
                ".  It must make its block the last, and what its thread knows then "
                "must become the answer to all threads of the block")
      : left == 0
          ? "The counter was set back to 0.  If the last draw alone does that, its answer "
            "is lost on the way to the return, as by __syncthreads_and() or by a second "
            "variable of the same name.  If other draws do it, too, none can be the last"
          : "Draws that add 1 and return the value from before count from 0: the "
            "last of N draws in a launch of this shape returns N - 1";
  ENSURE(blocks_told > 0, where, guard, " said true in no block, and should in one.  ",
         draws);
  ENSURE(blocks_told == 1, where, those_told(few, blocks_told), guard, " said true in ",
         counted(blocks_told, "block"), "; it should be true in one",
         call > 0 && noun == "call" ? ".  Each call must write its answer anew, also if "
                                      "that is false: an earlier call may have left true"
                                    : "");
  ENSURE(
      threads_told == threads, where, guard, " said true to ",
      counted(threads_told, "thread"), " of the last block; it has ", threads,
      ", and all must stay: they meet at a __syncthreads() before thread 0 draws, and ",
      "get its answer by __syncthreads_or() or in a __shared__ variable");
}

void check_seen(const Outcome& outcome, int64_t threads, int64_t call, int64_t expected,
                int64_t users = -1) {
  const auto seen = part_of(outcome["seen"], call * threads, threads);
  const int64_t blind = threads - std::count(seen.begin(), seen.end(), expected);
  ENSURE(blind == 0, blind, " of ", counted(threads, "thread"),
         " of the last block did not see every partial result",
         users == 0 ? cat(".  ", kNobodyDrew) : "");
}

void ask_guard(int64_t form, const vector<Work>& launches,
               const DeviceModel& device = {}) {
  const Cheaper cheaper(launches.front().shape.divisor);
  const auto shape = [](const Work& launch) { return text(launch.shape); };
  INFO(joined(launches, shape, ", then "), text(device));
  const Params params = with_launches(given("form", form, "late", lateness()), launches);
  explore_on(device, "guard", params, [&](const Outcome& outcome) {
    for (int64_t i = 0; i < ssize(launches); ++i) {
      check_told(outcome, launches[i].shape.threads, "launch", i, ssize(launches),
                 "the guard", outcome["counter"][i], outcome["users"][i]);
      check_counter(outcome, i, ssize(launches));
    }
  });
}

void ask_guard_once(int64_t form) {
  // Generated shapes come first, since for_cases makes failing ones smaller.
  for_cases(small_grids(), [&](Case c) { ask_guard(form, {{0, shape_of(c)}}); });
  for (const Shape& shape : grids_for_one_place())
    ask_guard(form, {{0, shape}}, kOnePlace);
  for (const Shape& shape : large_grids()) ask_guard(form, {{0, shape}});
}

void ask_guard_again(int64_t form) {
  for_cases(plans(), [&](Case c) { ask_guard(form, launches_of(c)); });
}

void ask_guards_at_once(int64_t form) {
  constexpr uint32_t kSeed = 14;
  CaseSpace space;
  space.number("blocks", 1, 4).number("more", 0, 3);
  space.number("threads", 1, 40, {1, 2, 33});
  space.cost([](Case c) { return 2 * cost_of(c, 8) + 8 * c["more"] * c["threads"]; });
  for_cases(space, [=](Case c) {
    const int64_t threads = c["threads"], more = c["more"];
    const int64_t blocks[] = {c["blocks"], c["blocks"] + more};
    INFO(grid_text(blocks[0], threads), " beside ", grid_text(blocks[1], threads));
    explore("at_once", with(c, "form", form, "late", lateness(), "seed", kSeed),
            [&](const Outcome& outcome) {
              for (const int64_t i : {0, 1}) {
                check_told(outcome, threads, "kernel", i, 2, "the guard",
                           outcome["counter"][i], outcome["users"][i]);
                check_seen(outcome, threads, i, digest_of(0, blocks[i], kSeed + i),
                           outcome["users"][i]);
                check_counter(outcome, i, 2);
              }
            });
  });
}

void merge_ones(int64_t form) {
  constexpr uint32_t kSeed = 11;
  for_any_shape(crowds(), [&](const Shape& shape) {
    INFO(text(shape));
    const Cheaper cheaper(shape.divisor);
    const Params params = guard_params(form, shape, "seed", kSeed);
    explore("merge_ones", params, [&](const Outcome& outcome) {
      check_told(outcome, shape.threads, "launch", 0, 1);
      check_seen(outcome, shape.threads, 0, digest_of(0, shape.blocks, kSeed));
    });
  });
}

void check_bins(const Outcome& outcome, const vector<int64_t>& expected) {
  const auto& bins = sized(outcome, "bins", ssize(expected));
  const auto unwritten = std::count(bins.begin(), bins.end(), kUnwrittenInt);
  ENSURE(unwritten < ssize(bins), "no block merged: no bin was written");
  for (size_t bin = 0; bin < bins.size(); ++bin) {
    ENSURE(bins[bin] != kUnwrittenInt, "of ", bins.size(), " bins, ", unwritten,
           unwritten == 1 ? " was" : " were", " never written, the first of them bin ",
           bin);
    ENSURE(bins[bin] == expected[bin], "bin ", bin, " holds ", bins[bin], "; ",
           counted(expected[bin], "element"), " should be in it");
  }
}

void merge_histogram(int64_t form, const Shape& shape) {
  constexpr uint32_t kSeed = 12;
  constexpr int64_t kShare = 7;
  INFO(text(shape));
  // The number of times that each value below `threads` occurs in the input.
  vector<int64_t> expected(shape.threads);
  for (int64_t i = 0; i < shape.blocks * kShare; ++i)
    ++expected[input(i, kSeed) % shape.threads];
  const Cheaper cheaper(shape.divisor);
  explore("merge_histograms", guard_params(form, shape, "share", kShare, "seed", kSeed),
          [&](const Outcome& outcome) { check_bins(outcome, expected); });
}

void merge_histograms(int64_t form) {
  vector<Shape> shapes = {{2, 2}, {1, 40, 20}, {2, 40, 20}, {2, 1024, 500}};
  if (on_gpu()) shapes = {{1, 1024}, {2, 64}, {3, 101}, {264, 256}};
  for_any_shape(shapes, [&](const Shape& shape) { merge_histogram(form, shape); });
}

// Calls the guard several times in one kernel; each call's counter is `apart` ints from
// the previous one.  With `merges`, the last block of each call merges.
void merge_often(int64_t form, const Shape& shape, int64_t rounds, int64_t apart = 1,
                 bool merges = true) {
  constexpr uint32_t kSeed = 13;
  INFO(string(form == kBoth ? "both in turn" : name_of(form)), ", ",
       counted(rounds, "call"), ", counters ", counted(apart, "int"), " apart, ",
       text(shape));
  const Cheaper cheaper(shape.divisor);
  Params params =
      guard_params(form, shape, "rounds", rounds, "apart", apart, "seed", kSeed);
  if (!merges) params["asks_only"] = 1;
  explore("merge_often", params, [&](const Outcome& outcome) {
    for (int64_t call = 0; call < rounds; ++call) {
      const string guard = name_of(form == kBoth ? call % 2 : form) + "()";
      check_told(outcome, shape.threads, "call", call, rounds, guard);
      if (merges)
        check_seen(outcome, shape.threads, call,
                   digest_of(call * shape.blocks, shape.blocks, kSeed));
    }
  });
}

// Tests one form of the guard in a row of calls; with `form` kShared, also both forms in
// turn.
void merge_in_a_row(int64_t form) {
  vector<Shape> shapes = {{2, 2, 2}, {3, 3, 2}};
  if (on_gpu()) shapes = {{2, 64}, {264, 256}};
  for (const Shape& shape : shapes) merge_often(form, shape, 2);
  CaseSpace space;
  space.number("form", form, form == kOr ? kOr : kBoth).number("rounds", 1, 9, {2, 3, 9});
  space.number("apart", 1, 64, {1, 2, 4, 64});
  space.number("blocks", 1, 10, {1, 2, 3, 9}).number("threads", 1, 40, {1, 2, 33});
  space.where([](Case c) { return c["blocks"] * c["threads"] <= 100; });
  space.cost([](Case c) { return cost_of(c, 10 * c["rounds"]); });
  for_cases(space,
            [](Case c) { merge_often(c["form"], shape_of(c), c["rounds"], c["apart"]); });
}

// ---- 1a: the guard -----------------------------------------------------------------

LAB_CHECK("1a", 4, functional, "lastBlock is true in one block, for all of its threads") {
  ask_guard_once(kOr);
}

LAB_CHECK("1a", 11, ordering,
          "lastBlock: the last block sees every partial result, whichever block it is") {
  merge_ones(kOr);
}

LAB_CHECK("1a", 8, ordering,
          "a histogram that all threads of a block wrote is whole when it is merged") {
  merge_histograms(kOr);
}

LAB_CHECK("1a", 4, functional,
          "lastBlock is ready for the next launch, of any shape, without the host") {
  ask_guard_again(kOr);
}

LAB_CHECK("1a", 1, functional,
          "two kernels with a counter each may run at the same time") {
  ask_guards_at_once(kOr);
}

LAB_CHECK("1a", 2, ordering,
          "calls in one kernel, with a counter each, do not disturb each other") {
  merge_in_a_row(kOr);
}

// ---- 1d: the guard in its other form -----------------------------------------------

LAB_CHECK("1d", 4, functional,
          "lastBlockShared is true in one block, for all of its threads") {
  ask_guard_once(kShared);
  ask_guard_again(kShared);
  ask_guards_at_once(kShared);
}

LAB_CHECK("1d", 10, ordering,
          "lastBlockShared: the last block sees every partial result, whichever it is") {
  merge_ones(kShared);
  merge_histograms(kShared);
}

LAB_CHECK("1d", 8, ordering,
          "lastBlockShared: a second call leaves the answer to the first one alone") {
  // If two blocks take themselves for the last one and merge, they race: that explains
  // less than their answers.
  merge_often(kShared, {2, 33, on_gpu() ? 1 : 50}, 2, 1, false);
  // At one of these distances, a flag chosen by the counter's address serves two warps.
  for (const int64_t apart : {1, 2, 4, 8, 64})
    merge_often(kShared, {2, 33, on_gpu() ? 1 : 50}, 2, apart);
  merge_in_a_row(kShared);
}

}  // namespace
}  // namespace gridlock::check
