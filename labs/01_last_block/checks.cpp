// The checks of lab 01.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>
#include <gridlock/sharing.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace {

using gridlock::DeviceModel;
using gridlock::Params;
using gridlock::check::as_sequence;
using gridlock::check::AtLeast;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::Judge;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;
using gridlock::check::Sharers;

constexpr std::int64_t kOr = 0, kShared = 1;  // The two forms of the guard.
constexpr std::int64_t kBoth = 2;             // In turn, where there are calls.
constexpr std::int64_t kTwoKernels = 0, kOneKernel = 1;  // And of the sum.

// ---- What is right -----------------------------------------------------------------

// The input repeats after this many elements, so that the right result of 2^30 of them
// is known at once.  A prime: no share of a block or a thread falls into step with it.
constexpr std::int64_t kPeriod = 65521;

// Element i of the input; scenarios.cu has the same formula.
std::uint32_t element(std::int64_t i, std::uint32_t seed) {
  std::uint32_t x = static_cast<std::uint32_t>(i % kPeriod) + seed * 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// Element i of an input of this kind; scenarios.cu has the same formula.
std::uint32_t element(std::int64_t i, std::uint32_t seed, std::int64_t values) {
  constexpr std::uint32_t kHalf = 1u << 31;
  if (values == 0) return element(i, seed);
  return values == 1 ? kHalf : values == 2 ? kHalf - 1 : values == 3 ? 0u - 1 : 0u;
}

// An integer as the device holds it in an int.
std::int64_t as_int(std::uint32_t value) { return static_cast<std::int32_t>(value); }

// What unwritten memory holds, as results report it.
constexpr std::uint32_t kUnwritten = 0xa5a5a5a5u;

// The map x -> a * x + b, modulo 2^32.
struct Affine {
  std::uint32_t a = 1, b = 0;
};

Affine affine_of(std::uint32_t x) { return {2 * x + 1, x ^ 0x5bd1e995u}; }

// First f, then g.
Affine then(Affine f, Affine g) { return {g.a * f.a, g.a * f.b + g.b}; }

// f, `times` times.
Affine repeat(Affine f, std::int64_t times) {
  Affine result;
  for (; times > 0; times /= 2, f = then(f, f))
    if (times % 2 == 1) result = then(result, f);
  return result;
}

std::int64_t sum_of(std::int64_t n, std::uint32_t seed, std::int64_t values) {
  std::uint32_t period = 0, rest = 0;
  for (std::int64_t i = 0; i < kPeriod && i < n; ++i) period += element(i, seed, values);
  for (std::int64_t i = 0; i < n % kPeriod; ++i) rest += element(i, seed, values);
  return as_int(static_cast<std::uint32_t>(n / kPeriod) * period + rest);
}

Affine composition_of(std::int64_t n, std::uint32_t seed, std::int64_t values) {
  Affine period, rest;
  for (std::int64_t i = 0; i < kPeriod && i < n; ++i)
    period = then(period, affine_of(element(i, seed, values)));
  for (std::int64_t i = 0; i < n % kPeriod; ++i)
    rest = then(rest, affine_of(element(i, seed, values)));
  return then(repeat(period, n / kPeriod), rest);
}

// What a thread makes of the values first, first + 1, ... in the scenarios' digest().
std::int64_t digest_of(std::int64_t first, std::int64_t blocks, std::uint32_t seed) {
  std::uint32_t sum = 0;
  for (std::int64_t i = 0; i < blocks; ++i) sum = sum * 31 + element(first + i, seed);
  return as_int(sum);
}

// ---- Shapes ------------------------------------------------------------------------

struct Shape {
  std::int64_t blocks, threads;
  int divisor = 1;  // How many times fewer executions than the default.
};

// What one launch costs beside the steps of its threads, in synchronization points.
constexpr std::int64_t kLaunchSteps = 60;

// Grids that are large for the executor.  The modelled device holds 8 blocks at a time.
std::vector<Shape> large_grids() {
  if (on_gpu())
    return {{264, 256}, {3000, 1024, 10}, {70'000, 32, 50}, {1 << 25, 1, 1000}};
  return {{130, 1, 50},   {300, 1, 200}, {1100, 1, 500},
          {2, 1024, 500}, {3, 545, 500}, {65'537, 1, 2000}};
}

// A device that holds one block at a time: what a block waits for must have happened
// before it started.
constexpr DeviceModel kOnePlace = {.sms = 1, .blocks_per_sm = 1};

// Grids for it.  Which block starts first depends on the schedule.
std::vector<Shape> grids_for_one_place() {
  if (on_gpu()) return {};
  return {{2, 1, 20}, {3, 2, 20}, {12, 1, 20}};
}

// Grids and blocks that are quick to simulate.
CaseSpace small_grids() {
  CaseSpace space;
  space.number("blocks", 1, 70, {1, 2, 3, 9, 65});
  space.number("threads", 1, 100, {1, 2, 31, 32, 33, 65});
  space.where([](const Params& params) {
    return params.at("blocks") * params.at("threads") <= 200;
  });
  return space.cost([](const Params& params) {
    return kLaunchSteps + 4 * params.at("blocks") * params.at("threads");
  });
}

// For checks about order: one block has to be in order as well.
std::vector<Shape> crowds() {
  if (on_gpu()) return {{1, 256}, {2, 64}, {3, 101}, {264, 256}, {1000, 64}};
  return {{1, 3, 4},   {2, 2},      {3, 5},       {12, 2, 4},
          {3, 40, 20}, {18, 3, 20}, {70, 1, 200}, {2, 1024, 500}};
}

// And any other shape, a few schedules of each: what is unordered is unordered in all of
// them.
void for_any_shape(const std::function<void(const Shape&)>& body) {
  if (on_gpu()) return;
  const Cheaper few(100);
  for_cases(small_grids(), [&](const Params& params) {
    body({params.at("blocks"), params.at("threads")});
  });
}

// "1 block", "3 blocks".
std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string text(const Shape& shape) {
  return counted(shape.blocks, "block") + " of " + counted(shape.threads, "thread");
}

// ", on a device that holds one block at a time", or "" if it is the usual one.
std::string text(const DeviceModel& device) {
  const bool has_one_place = device.sms * device.blocks_per_sm == 1;
  return has_one_place ? ", on a device that holds one block at a time" : "";
}

// What one launch gets: a length, where it has one, and its shape.
struct Work {
  std::int64_t n = 0;
  Shape shape;
  std::int64_t offset = 0;  // Elements that `in` and `partial` begin behind a boundary.
  std::int64_t values = 0;  // What kind of numbers they are; see element().
};

// Adds the launches as the scenarios take them: "blocks0", "blocks1", ...
void set_launches(Params& params, const std::vector<Work>& launches) {
  params["offset"] = launches.front().offset;
  params["values"] = launches.front().values;
  params["launches"] = static_cast<std::int64_t>(launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const std::string which = std::to_string(i);
    params["n" + which] = launches[i].n;
    params["blocks" + which] = launches[i].shape.blocks;
    params["threads" + which] = launches[i].shape.threads;
  }
}

// Up to four launches, each the same as the one before it or of another kind.
CaseSpace plans() {
  CaseSpace space;
  space.sequence("plan", 6, 4, {{0, 1}, {1, 2}, {3, 0}, {4, 2, 0}, {0, 5, 2}});
  space.number("n", 0, 40, {0, 5, 33});
  space.number("blocks", 1, 7, {1, 2, 3}).number("threads", 1, 5, {1, 2, 3});
  return space.cost([](const Params& params) {
    const auto launches =
        static_cast<std::int64_t>(as_sequence(params.at("plan")).size());
    return (launches + 1) *
           (kLaunchSteps + 8 * params.at("blocks") * params.at("threads"));
  });
}

// The launches of a plan: the first as the parameters say, then one of each kind.
std::vector<Work> launches_of(const Params& params) {
  const Work first{params.at("n"), {params.at("blocks"), params.at("threads")}};
  std::vector<Work> launches = {first};
  for (const int kind : as_sequence(params.at("plan"))) {
    Work next = first;
    if (kind == 1) ++next.n, ++next.shape.blocks;
    if (kind == 2) next = {first.n / 2, {1, first.shape.threads}};
    if (kind == 3) next.n = 0;
    if (kind == 4) next.shape.blocks += 10;
    if (kind == 5) next = {first.n, {first.shape.threads, 1 + first.shape.blocks}};
    launches.push_back(next);
  }
  return launches;
}

// "", or "launch 2 of 3: " where there is more than one.
std::string place(const std::string& noun, std::size_t index, std::size_t of) {
  if (of == 1) return "";
  return noun + " " + std::to_string(index + 1) + " of " + std::to_string(of) + ": ";
}

// ---- 1a: the guard -----------------------------------------------------------------

std::string name_of(std::int64_t form) {
  return form == kOr ? "lastBlock" : "lastBlockShared";
}

// On the GPU some blocks come late; on the simulator the schedules see to that.
std::int64_t lateness() { return on_gpu() ? 2'000 : 0; }

// One launch of a kernel that calls the guard.
Params guard_params(std::int64_t form, const Shape& shape) {
  return {{"form", form},
          {"blocks", shape.blocks},
          {"threads", shape.threads},
          {"late", lateness()}};
}

// "blocks 0, 1, 2, 3 and others all took themselves for the last one: ", or "".
std::string those_told(const std::vector<std::int64_t>& few, std::int64_t told) {
  std::string text;
  for (const std::int64_t block : few)
    if (block >= 0) text += (text.empty() ? "blocks " : ", ") + std::to_string(block);
  if (text.empty()) return "";
  return text + (told > std::int64_t(few.size()) ? " and others" : "") +
         " all took themselves for the last one: ";
}

// This call of the guard returned true in one block, in all of its threads.
void check_told(const Outcome& outcome, std::int64_t threads, const std::string& noun,
                std::size_t call, std::size_t calls) {
  const auto& blocks_told = outcome["blocks_told"];
  const auto& threads_told = outcome["threads_told"];
  REQUIRE(blocks_told.size() == calls);
  REQUIRE(threads_told.size() == calls);
  const std::string where = place(noun, call, calls);
  constexpr std::size_t kFew = 4;
  REQUIRE(outcome["few_told"].size() == calls * kFew);
  const auto few = outcome["few_told"].begin() + std::ptrdiff_t(call * kFew);
  REQUIRE_MESSAGE(blocks_told[call] == 1, where,
                  those_told({few, few + kFew}, blocks_told[call]),
                  "the guard said true in ", counted(blocks_told[call], "block"),
                  "; it should be true in one");
  REQUIRE_MESSAGE(threads_told[call] == threads, where, "the guard said true to ",
                  counted(threads_told[call], "thread"), " of the last block; it has ",
                  threads);
}

// Every thread of the last block saw the right partials in this call of the guard.
void check_seen(const Outcome& outcome, std::int64_t threads, std::size_t call,
                std::int64_t expected) {
  const auto& seen = outcome["seen"];
  const auto count = static_cast<std::size_t>(threads);
  REQUIRE(seen.size() >= (call + 1) * count);
  std::size_t blind = 0;
  for (std::size_t thread = 0; thread < count; ++thread)
    if (seen[call * count + thread] != expected) ++blind;
  REQUIRE_MESSAGE(blind == 0, blind, " of ", counted(threads, "thread"),
                  " of the last block did not see every partial result");
}

// The counter is as the next launch needs it.
void check_counter(const Outcome& outcome, std::size_t launch, std::size_t launches) {
  const auto& counter = outcome["counter"];
  REQUIRE(counter.size() == launches);
  REQUIRE_MESSAGE(counter[launch] == 0, place("launch", launch, launches),
                  "the guard left the counter at ", counter[launch],
                  "; one thread of the last block must set it back to 0");
}

void ask_guard(std::int64_t form, const std::vector<Work>& launches,
               const DeviceModel& device = {}) {
  std::string shapes;
  for (const Work& launch : launches)
    shapes += (shapes.empty() ? "" : ", then ") + text(launch.shape);
  INFO(shapes, text(device));
  Params params = {{"form", form}, {"late", lateness()}};
  set_launches(params, launches);
  const Judge judge = [&](const Outcome& outcome) {
    for (std::size_t i = 0; i < launches.size(); ++i) {
      check_told(outcome, launches[i].shape.threads, "launch", i, launches.size());
      check_counter(outcome, i, launches.size());
    }
  };
  explore("guard", params, judge, device);
}

void ask_guard_once(std::int64_t form) {
  // First those that get smaller when they fail.
  for_cases(small_grids(), [&](const Params& params) {
    ask_guard(form, {{0, {params.at("blocks"), params.at("threads")}}});
  });
  for (const Shape& shape : grids_for_one_place()) {
    const Cheaper cheaper(shape.divisor);
    ask_guard(form, {{0, shape}}, kOnePlace);
  }
  for (const Shape& shape : large_grids()) {
    const Cheaper cheaper(shape.divisor);
    ask_guard(form, {{0, shape}});
  }
}

LAB_CHECK("1a", 8, functional, "lastBlock is true in one block, for all of its threads") {
  ask_guard_once(kOr);
}

LAB_CHECK("1a", 8, functional,
          "lastBlockShared is true in one block, for all of its threads") {
  ask_guard_once(kShared);
}

LAB_CHECK("1a", 2, functional,
          "both forms are ready for the next launch, of any shape, without the host") {
  for (const std::int64_t form : {kOr, kShared}) {
    INFO(name_of(form));
    for_cases(plans(),
              [&](const Params& params) { ask_guard(form, launches_of(params)); });
  }
}

LAB_CHECK("1a", 2, functional,
          "two kernels with a counter each may run at the same time") {
  constexpr std::uint32_t kSeed = 14;
  CaseSpace space;
  space.number("form", 0, 1).number("blocks", 1, 4).number("more", 0, 3);
  space.number("threads", 1, 40, {1, 2, 33});
  space.cost([](const Params& params) {
    return 2 * kLaunchSteps +
           8 * (2 * params.at("blocks") + params.at("more")) * params.at("threads");
  });
  for_cases(space, [](const Params& params) {
    const std::int64_t threads = params.at("threads");
    const std::int64_t blocks[] = {params.at("blocks"),
                                   params.at("blocks") + params.at("more")};
    INFO(name_of(params.at("form")), ", ", text(Shape{blocks[0], threads}), " beside ",
         text(Shape{blocks[1], threads}));
    Params given = guard_params(params.at("form"), {blocks[0], threads});
    given["more"] = params.at("more");
    given["seed"] = kSeed;
    explore("at_once", given, [&](const Outcome& outcome) {
      for (std::size_t i = 0; i < 2; ++i) {
        check_told(outcome, threads, "kernel", i, 2);
        check_seen(outcome, threads, i,
                   digest_of(0, blocks[i], kSeed + static_cast<std::uint32_t>(i)));
        check_counter(outcome, i, 2);
      }
    });
  });
}

void merge_ones_in(std::int64_t form, const Shape& shape) {
  constexpr std::uint32_t kSeed = 11;
  INFO(text(shape));
  const Cheaper cheaper(shape.divisor);
  Params params = guard_params(form, shape);
  params["seed"] = kSeed;
  explore("merge_ones", params, [&](const Outcome& outcome) {
    check_told(outcome, shape.threads, "launch", 0, 1);
    check_seen(outcome, shape.threads, 0, digest_of(0, shape.blocks, kSeed));
  });
}

void merge_ones(std::int64_t form) {
  for (const Shape& shape : crowds()) merge_ones_in(form, shape);
  for_any_shape([&](const Shape& shape) { merge_ones_in(form, shape); });
}

LAB_CHECK("1a", 6, ordering,
          "lastBlock: the last block sees every partial result, whichever block it is") {
  merge_ones(kOr);
}

LAB_CHECK("1a", 6, ordering,
          "lastBlockShared: the last block sees every partial result, whichever it is") {
  merge_ones(kShared);
}

// How often each value below `threads` stands in the first `count` elements.
std::vector<std::int64_t> histogram_of(std::int64_t count, std::int64_t threads,
                                       std::uint32_t seed) {
  std::vector<std::int64_t> bins(static_cast<std::size_t>(threads));
  for (std::int64_t i = 0; i < count; ++i)
    ++bins[static_cast<std::size_t>(element(i, seed) % threads)];
  return bins;
}

void merge_histograms(std::int64_t form, const Shape& shape) {
  constexpr std::uint32_t kSeed = 12;
  constexpr std::int64_t kShare = 7;
  INFO(name_of(form), ", ", text(shape));
  const auto expected = histogram_of(shape.blocks * kShare, shape.threads, kSeed);
  const Cheaper cheaper(shape.divisor);
  Params params = guard_params(form, shape);
  params["share"] = kShare;
  params["seed"] = kSeed;
  explore("merge_histograms", params, [&](const Outcome& outcome) {
    const auto& bins = outcome["bins"];
    REQUIRE(bins.size() == expected.size());
    const auto unwritten = std::count(bins.begin(), bins.end(), as_int(kUnwritten));
    REQUIRE_MESSAGE(unwritten < std::int64_t(bins.size()),
                    "no block merged: no bin was written");
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
      REQUIRE_MESSAGE(bins[bin] != as_int(kUnwritten), "of ", bins.size(), " bins, ",
                      unwritten, unwritten == 1 ? " was" : " were",
                      " never written, the first of them bin ", bin);
      REQUIRE_MESSAGE(bins[bin] == expected[bin], "bin ", bin, " holds ", bins[bin], "; ",
                      counted(expected[bin], "element"), " should be in it");
    }
  });
}

LAB_CHECK("1a", 4, ordering,
          "a histogram that all threads of a block wrote is whole when it is merged") {
  std::vector<Shape> shapes = {{2, 2}, {1, 40, 20}, {2, 40, 20}, {2, 1024, 500}};
  if (on_gpu()) shapes = {{1, 1024}, {2, 64}, {3, 101}, {264, 256}};
  for (const std::int64_t form : {kOr, kShared}) {
    for (const Shape& shape : shapes) merge_histograms(form, shape);
    for_any_shape([&](const Shape& shape) { merge_histograms(form, shape); });
  }
}

// Calls of the guard in one kernel, each with a counter `apart` ints from the one before.
void merge_often(std::int64_t form, const Shape& shape, std::int64_t rounds,
                 std::int64_t apart = 1) {
  constexpr std::uint32_t kSeed = 13;
  INFO(std::string(form == kBoth ? "both in turn" : name_of(form)), ", ",
       counted(rounds, "call"), ", counters ", counted(apart, "int"), " apart, ",
       text(shape));
  const Cheaper cheaper(shape.divisor);
  Params params = guard_params(form, shape);
  params["rounds"] = rounds;
  params["apart"] = apart;
  params["seed"] = kSeed;
  explore("merge_often", params, [&](const Outcome& outcome) {
    for (std::int64_t call = 0; call < rounds; ++call) {
      const auto at = static_cast<std::size_t>(call);
      check_told(outcome, shape.threads, "call", at, static_cast<std::size_t>(rounds));
      const std::int64_t first = call * shape.blocks;
      check_seen(outcome, shape.threads, at, digest_of(first, shape.blocks, kSeed));
    }
  });
}

LAB_CHECK("1a", 4, ordering,
          "calls in one kernel, with a counter each, do not disturb each other") {
  std::vector<Shape> shapes = {{2, 2, 2}, {3, 3, 2}};
  if (on_gpu()) shapes = {{2, 64}, {264, 256}};
  for (const std::int64_t form : {kOr, kShared})
    for (const Shape& shape : shapes) merge_often(form, shape, 2);
  // A flag that is chosen by the counter's address is the same one again, for two warps.
  for (const std::int64_t apart : {1, 2, 4, 8, 64})
    merge_often(kShared, {2, 33, on_gpu() ? 1 : 50}, 2, apart);
  CaseSpace space;
  space.number("form", 0, 2, {0, 1, 2}).number("rounds", 1, 9, {2, 3, 9});
  space.number("apart", 1, 64, {1, 2, 4, 64});
  space.number("blocks", 1, 10, {1, 2, 3, 9}).number("threads", 1, 40, {1, 2, 33});
  space.where([](const Params& params) {
    return params.at("blocks") * params.at("threads") <= 100;
  });
  space.cost([](const Params& params) {
    return kLaunchSteps +
           10 * params.at("rounds") * params.at("blocks") * params.at("threads");
  });
  for_cases(space, [](const Params& params) {
    merge_often(params.at("form"), {params.at("blocks"), params.at("threads")},
                params.at("rounds"), params.at("apart"));
  });
}

// ---- 1b: the sum, and 1c: the ordered composition ----------------------------------

// An input of this many elements fits into any GPU's memory.
constexpr std::int64_t kAlwaysFits = 1 << 22;

std::string text(const Work& work) {
  static constexpr const char* kKinds[] = {"", ", all -2^31", ", all 2^31 - 1",
                                           ", all -1", ", all 0"};
  return "n = " + std::to_string(work.n) + ", " + text(work.shape) + kKinds[work.values] +
         (work.offset ? ", arrays from element " + std::to_string(work.offset) + " on"
                      : "");
}

// Every length from 0 on, in shapes where few threads have more than one element.
void for_each_small_work(const std::function<void(const Work&)>& body) {
  const Cheaper cheaper(100);
  for (const Shape& shape : {Shape{1, 1}, {1, 2}, {2, 1}, {2, 3}})
    for (std::int64_t n = 0; n <= 13; ++n) body({n, shape});
  // Where a group of four elements does not begin with the array, or the array ends
  // first.
  for (std::int64_t offset = 1; offset < 4; ++offset)
    for (std::int64_t n = 1; n <= 7; ++n) body({n, {1, 3}, offset});
}

// Lengths, and grids that they neither fill nor divide evenly.
CaseSpace any_work() {
  CaseSpace space;
  space.number("n", 0, 1000, {0, 1, 31, 32, 33, 100, 997, 1000});
  space.number("blocks", 1, 140, {1, 2, 3, 9, 65, 129});
  space.number("threads", 1, 100, {1, 2, 31, 32, 33, 96});
  space.number("offset", 0, 5, {0, 1, 2, 3}).number("values", 0, 4, {0, 1, 2, 3, 4});
  space.where([](const Params& params) {
    return params.at("blocks") * params.at("threads") <= 300;
  });
  return space.cost([](const Params& params) {
    return kLaunchSteps + 16 * params.at("blocks") * params.at("threads");
  });
}

Work work_of(const Params& params) {
  return {params.at("n"),
          {params.at("blocks"), params.at("threads")},
          params.at("offset"),
          params.at("values")};
}

// Full blocks, more partial results than a block has threads, and more elements than 16
// bits count.
std::vector<Work> full_work() {
  return {{2600, {40, 64, 200}},
          {5000, {2, 1024, 500}},
          {1200, {1100, 1, 500}},
          {65'535, {1, 1, 1000}},
          {65'537, {1, 1, 1000}}};
}

// Lengths, grids and products of them that 24, 31 or 32 bits do not count.  One launch
// shows it, so the longest get one.
std::vector<Work> large_work() {
  constexpr std::int64_t kMost = 1 << 30;
  return {{100'000, {3, 1023, 50}},
          {10'000'000, {100'000, 32, 50}},
          {100'000'000, {24, 1024, 250}, 1},
          {100'000'000, {3001, 256, 250}},
          {(1 << 24) + 1, {64, 256, 1000}, 3},
          {(1 << 29) + 3, {1 << 12, 64, 1000}},
          {100'000'000, {1, 1024, 1000}},
          {kMost - 1, {8, 1024, 1000}, 1},
          {kMost, {128, 1024, 1000}, 0, 2},
          {kMost, {264, 1024, 1000}},
          {kMost, {1 << 22, 1023, 1000}},
          {2000, {(1 << 22) - 1, 1024, 1000}},
          {900, {3 << 20, 1024, 1000}}};
}

// All kinds of work: small, generated, full and, on a GPU, large.
void for_every_work(const std::function<void(const Work&)>& body) {
  for_each_small_work(body);
  for_cases(any_work(), [&](const Params& params) { body(work_of(params)); });
  std::vector<Work> works = full_work();
  if (on_gpu())
    for (const Work& work : large_work()) works.push_back(work);
  for (const Work& work : works) body(work);
}

// For checks about order: every block has something to hand over.
void for_crowded_work(const std::function<void(const Work&)>& body) {
  std::vector<Work> works = {{9, {2, 2}},        {32, {3, 5}},       {25, {12, 2, 4}},
                             {150, {4, 32, 20}}, {300, {2, 65, 20}}, {60, {18, 3, 20}}};
  if (on_gpu()) works = {{1000, {2, 64}}, {10'000, {7, 101}}, {1'000'000, {264, 256}}};
  for (const Work& work : works) body(work);
  // And any other, a few schedules of each: what is unordered is unordered in all of
  // them.
  if (on_gpu()) return;
  const Cheaper few(250);
  for_cases(any_work(), [&](const Params& params) { body(work_of(params)); });
}

// "n = 5, 2 blocks of 1 thread, then n = 6, 3 blocks of 1 thread".
std::string text(const std::vector<Work>& launches) {
  std::string all;
  for (const Work& launch : launches)
    all += (all.empty() ? "" : ", then ") + text(launch);
  return all;
}

// The lengths of the launches.  If a GPU has no room for the requested length, the
// scenario uses what fits, and reports it.
std::vector<std::int64_t> lengths(const Outcome& outcome,
                                  const std::vector<Work>& launches) {
  const auto& n = outcome["n"];
  REQUIRE(n.size() == launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const std::int64_t wanted = launches[i].n;
    const bool fits_less = on_gpu() && wanted > kAlwaysFits && n[i] < wanted;
    REQUIRE((n[i] == wanted || (fits_less && n[i] > kAlwaysFits)));
  }
  return n;
}

// What *out shows if it was never written.  Other memory that was not can lead to the
// same number.
constexpr const char* kUnset =
    "*out looks uninitialized: it came out as 0xa5a5a5a5, which is what *out and "
    "`partial` hold before anything sets them, and should be ";

// How often each of the first n elements is in this sum: never, once or twice.  Empty if
// it is no such sum, or if there are too many to tell.
std::vector<int> times_in(std::int64_t sum, std::int64_t n, std::uint32_t seed,
                          std::int64_t values) {
  constexpr std::int64_t kFew = 8;
  if (n > kFew || values != 0) return {};
  std::vector<int> times(static_cast<std::size_t>(n));
  const auto total = [&] {
    std::uint32_t all = 0;
    for (std::int64_t i = 0; i < n; ++i)
      all += element(i, seed, values) *
             static_cast<std::uint32_t>(times[static_cast<std::size_t>(i)]);
    return as_int(all);
  };
  while (total() != sum) {
    std::size_t digit = 0;
    while (digit < times.size() && ++times[digit] > 2) times[digit++] = 0;
    if (digit == times.size()) return {};
  }
  return times;
}

// "element 3", "elements 0, 1": those that are in the sum this often; "" if none is.
std::string those_in(const std::vector<int>& times, int often) {
  std::string list;
  std::int64_t many = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] != often) continue;
    list += (many > 0 ? ", " : " ") + std::to_string(i);
    ++many;
  }
  return many == 0 ? "" : (many == 1 ? "element" : "elements") + list;
}

// ": element 2 was left out", if a wrong sum is that of some of the elements.
std::string which_were_added(std::int64_t out, std::int64_t n, std::uint32_t seed,
                             std::int64_t values) {
  const std::vector<int> times = times_in(out, n, seed, values);
  const auto told = [&](int often, const char* what) {
    const auto many = std::count(times.begin(), times.end(), often);
    return many == 0 ? ""
                     : those_in(times, often) + (many == 1 ? " was " : " were ") + what;
  };
  const std::string missing = told(0, "left out"), twice = told(2, "added twice");
  if (missing.empty() && twice.empty()) return "";
  return ": " + missing + (missing.empty() || twice.empty() ? "" : ", and ") + twice;
}

// ": it is elements 0, 1, not elements 0, 4", if a wrong share is that of other elements.
std::string which_are_in_share(std::int64_t out, std::int64_t n, const Params& given) {
  const auto seed = static_cast<std::uint32_t>(given.at("seed"));
  const std::string added = those_in(times_in(out, n, seed, given.at("values")), 1);
  if (added.empty()) return "";
  std::vector<int> share(static_cast<std::size_t>(n));
  for (std::int64_t i = given.at("rank"); i < n; i += given.at("threads"))
    share[static_cast<std::size_t>(i)] = 1;
  const std::string own = those_in(share, 1);
  return ": it is " + added + ", not " +
         (own.empty() ? "0, as no element is left for it" : own);
}

void check_sums(const Outcome& outcome, const std::vector<Work>& launches,
                std::uint32_t seed) {
  const auto n = lengths(outcome, launches);
  const auto& out = outcome["out"];
  REQUIRE(out.size() == launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const auto expected =
        sum_of(n[i], seed + static_cast<std::uint32_t>(i), launches[i].values);
    const std::string where = place("launch", i, launches.size());
    REQUIRE_MESSAGE(out[i] != as_int(kUnwritten), where, kUnset, expected);
    const auto added = as_int(kUnwritten + static_cast<std::uint32_t>(expected));
    REQUIRE_MESSAGE((out[i] != added || expected == 0), where,
                    "the sum was added to a word that was never set: *out and `partial` "
                    "are uninitialized on entry");
    REQUIRE_MESSAGE(out[i] == expected, where, "the sum of ", counted(n[i], "element"),
                    " came out as ", out[i], "; it is ", expected,
                    which_were_added(out[i], n[i], seed + static_cast<std::uint32_t>(i),
                                     launches[i].values));
    if (launches.size() > 1) check_counter(outcome, i, launches.size());
  }
}

void explore_sums(std::int64_t form, const std::vector<Work>& launches,
                  std::uint32_t seed, const DeviceModel& device = {}) {
  INFO(text(launches), text(device));
  Params params = {{"form", form}, {"seed", seed}};
  set_launches(params, launches);
  explore(
      "sum", params, [&](const Outcome& outcome) { check_sums(outcome, launches, seed); },
      device);
}

void explore_sum(std::int64_t form, const Work& work, std::uint32_t seed) {
  const Cheaper cheaper(work.shape.divisor);
  explore_sums(form, {work}, seed);
}

void explore_share(std::int64_t n, const Params& given) {
  const std::int64_t rank = given.at("rank"), threads = given.at("threads");
  INFO("n = ", n, ", thread ", rank, " of ", threads);
  std::uint32_t expected = 0;
  for (std::int64_t i = rank; i < n; i += threads)
    expected += element(i, given.at("seed"), given.at("values"));
  explore("thread_sum", given, [&](const Outcome& outcome) {
    const std::int64_t out = outcome.value("out");
    REQUIRE_MESSAGE(out == as_int(expected), "the share came out as ", out,
                    " and should be ", as_int(expected),
                    which_are_in_share(out, n, given));
  });
}

LAB_CHECK("1b", 2, functional,
          "threadSum is the share of any one of any number of threads") {
  constexpr std::uint32_t kSeed = 26;
  // First a few whole rounds and a rest: the smallest case that fails may tell less.
  for (const std::int64_t rank : {0, 1, 2})
    explore_share(7, {{"n", 7},
                      {"offset", 0},
                      {"values", 0},
                      {"threads", 3},
                      {"rank", rank},
                      {"seed", kSeed}});
  CaseSpace space;
  space.number("n", 0, 100, {0, 1, 2, 33, 100}).number("offset", 0, 5, {0, 1, 3});
  space.number("values", 0, 4).number("rank", 0, 100, {0, 1, 5, 31, 99});
  // `threads` itself; times 2^16; more than 2^31, or fewer than 2^32.
  space.number("threads", 1, 100, {1, 2, 32, 33, 50}).number("far", 0, 3, {0, 1, 2, 3});
  space.cost([](const Params&) { return 10 * kLaunchSteps; });
  for_cases(space, [](const Params& params) {
    const std::int64_t n = params.at("n"), count = params.at("threads");
    const std::int64_t all[] = {count, count << 16, (1LL << 31) + count,
                                (1LL << 32) - count};
    const std::int64_t threads = all[params.at("far")];
    Params given = params;
    given["threads"] = threads;
    given["rank"] = params.at("rank") % threads;
    given["seed"] = kSeed;
    explore_share(n, given);
  });
  // A few times `threads` after this rank, modulo 2^32, is an index below n again.
  for (const std::int64_t laps : {1, 2, 3, 4, 7, 8})
    explore_share(10, {{"n", 10},
                       {"offset", 0},
                       {"values", 0},
                       {"far", 3},
                       {"threads", (1LL << 32) - 1024},
                       {"rank", 1024 * laps + 3},
                       {"seed", kSeed}});
}

// sumFinal alone, over any numbers.
void add_up_partials(const Params& params, std::uint32_t seed) {
  INFO(params.at("n"), " partial sums, ", counted(params.at("threads"), "thread"));
  Params given = params;
  given["seed"] = seed;
  explore("final_sum", given, [&](const Outcome& outcome) {
    const std::int64_t n = outcome.value("n");
    REQUIRE((n == params.at("n") || (on_gpu() && n > kAlwaysFits)));
    const std::int64_t expected = sum_of(n, seed, params.at("values"));
    REQUIRE_MESSAGE(outcome.value("out") == expected, "the sum came out as ",
                    outcome.value("out"), " and should be ", expected);
  });
}

void add_up_any_partials(std::uint32_t seed) {
  CaseSpace space;
  space.number("n", 1, 3000, {1, 2, 33, 1025, 3000}).number("offset", 0, 5, {0, 1, 3});
  space.number("threads", 1, 1024, {1, 2, 31, 33, 1024}).number("values", 0, 4);
  space.cost([](const Params& params) {
    return kLaunchSteps + params.at("n") + 20 * params.at("threads");
  });
  for_cases(space, [&](const Params& params) { add_up_partials(params, seed); });
  // More than 16 bits count, by one thread.
  CaseSpace many;
  many.number("n", 1, 65'537, {65'535, 65'537}).number("threads", 1, 1);
  many.number("offset", 0, 0).number("values", 0, 0);
  many.cost([](const Params& params) { return kLaunchSteps + params.at("n"); });
  for_cases(many, [&](const Params& params) {
    const Cheaper once(1000);
    add_up_partials(params, seed);
  });
  const Cheaper once(1000);
  // As many as take a block a moment: the most blocks that a grid has would take it a
  // second.
  constexpr std::int64_t kMany = (1 << 27) + 3;
  if (on_gpu())
    add_up_partials({{"n", kMany}, {"threads", 1024}, {"offset", 0}, {"values", 0}},
                    seed);
}

LAB_CHECK("1b", 4, functional,
          "two kernels: the sum is right for any n, grid and block") {
  for_every_work([](const Work& work) { explore_sum(kTwoKernels, work, 21); });
  add_up_any_partials(27);
}

// Two of them with counters, partials and results of their own, in two streams.
void sums_at_once(const Params& params) {
  constexpr std::uint32_t kSeed = 28;
  INFO("two kernels at the same time, each with n = ", params.at("n"), ", ",
       text(Shape{params.at("blocks"), params.at("threads")}));
  Params given = params;
  given["seed"] = kSeed;
  explore("sums_at_once", given, [&](const Outcome& outcome) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      const auto expected = sum_of(params.at("n"), kSeed + i, 0);
      REQUIRE_MESSAGE(outcome["out"][i] == expected, place("kernel", i, 2),
                      "the sum came out as ", outcome["out"][i], " and should be ",
                      expected);
    }
  });
}

LAB_CHECK("1b", 6, functional, "one kernel: the sum is right for any n, grid and block") {
  for_every_work([](const Work& work) { explore_sum(kOneKernel, work, 22); });
  for (const Shape& shape : grids_for_one_place()) {
    const Cheaper cheaper(shape.divisor);
    explore_sums(kOneKernel, {{33, shape}}, 22, kOnePlace);
  }
  CaseSpace space;
  space.number("n", 0, 40, {0, 1, 9}).number("blocks", 1, 4, {1, 2});
  space.number("threads", 1, 33, {1, 2, 33});
  space.cost([](const Params& params) {
    return 2 * (kLaunchSteps + 16 * params.at("blocks") * params.at("threads"));
  });
  for_cases(space, sums_at_once);
}

LAB_CHECK("1b", 4, functional,
          "one kernel: the next launch is right as well, without help from the host") {
  for_cases(plans(), [](const Params& params) {
    explore_sums(kOneKernel, launches_of(params), 23);
  });
}

// With so many elements per thread, several blocks read them.  Which ones do may depend
// on the schedule: a block may draw its elements, and find none left.
void share_the_reading(const std::string& scenario, Params params) {
  const Work work = {1 << 15, {4, 8}};
  INFO(text(work));
  const Cheaper cheaper(100);
  const AtLeast enough(10);
  set_launches(params, {work});
  params["watch"] = 1;
  params["seed"] = 29;
  Sharers sharers;
  const bool shared = explore(scenario, params).may_be_some([&](const Outcome& outcome) {
    return sharers.share(outcome);
  });
  REQUIRE_MESSAGE(
      shared, "in every schedule ",
      sharers.text(work.shape.blocks,
                   "a share of the reading (16 elements or more per thread)"));
}

LAB_CHECK_ON("1b", 4, functional, sim,
             "the sums are shared out: several blocks read, with several threads each") {
  for (const std::int64_t form : {kTwoKernels, kOneKernel}) {
    INFO(std::string(form == kOneKernel ? "one kernel" : "two kernels"));
    share_the_reading("sum", {{"form", form}});
  }
}

LAB_CHECK("1b", 2, ordering,
          "two kernels: one thread writes each partial sum, and one the total") {
  for_crowded_work([](const Work& work) { explore_sum(kTwoKernels, work, 25); });
}

LAB_CHECK("1b", 8, ordering,
          "one kernel: the last block adds up partial sums that it is sure to see") {
  for_crowded_work([](const Work& work) { explore_sum(kOneKernel, work, 24); });
}

// The factors do not depend on the order, so they show what is missing; the offsets do.
void check_compositions(const Outcome& outcome, const std::vector<Work>& launches,
                        std::uint32_t seed) {
  const auto n = lengths(outcome, launches);
  const auto& a = outcome["a"];
  const auto& b = outcome["b"];
  REQUIRE(a.size() == launches.size());
  REQUIRE(b.size() == launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Affine expected =
        composition_of(n[i], seed + static_cast<std::uint32_t>(i), launches[i].values);
    const std::string where =
        place("launch", i, launches.size()) + counted(n[i], "element") + ": ";
    REQUIRE_MESSAGE(a[i] != kUnwritten, where, kUnset, expected.a, " (the factor)");
    REQUIRE_MESSAGE((n[i] > 0 || (a[i] == expected.a && b[i] == expected.b)), where,
                    "the result must be identity(), with the factor 1 and the offset 0; "
                    "it has the factor ",
                    a[i], " and the offset ", b[i]);
    REQUIRE_MESSAGE(a[i] == expected.a, where,
                    n[i] == 1 ? "" : "some are missing, or composed twice: ",
                    "the factor came out as ", a[i], " and should be ", expected.a);
    REQUIRE_MESSAGE(b[i] == expected.b, where,
                    n[i] == 1 ? "" : "all are there, but not in order: ",
                    "the offset came out as ", b[i], " and should be ", expected.b);
    if (launches.size() > 1) check_counter(outcome, i, launches.size());
  }
}

void explore_compositions(const std::vector<Work>& launches, std::uint32_t seed,
                          const DeviceModel& device = {}) {
  INFO(text(launches), text(device));
  Params params = {{"seed", seed}};
  set_launches(params, launches);
  explore(
      "compose", params,
      [&](const Outcome& outcome) { check_compositions(outcome, launches, seed); },
      device);
}

void explore_composition(const Work& work, std::uint32_t seed) {
  const Cheaper cheaper(work.shape.divisor);
  explore_compositions({work}, seed);
}

LAB_CHECK("1c", 6, functional,
          "the composition is the one from left to right, for any n, grid and block") {
  const auto explore_it = [](const Work& work) { explore_composition(work, 31); };
  for_each_small_work(explore_it);
  for_cases(any_work(), [&](const Params& params) { explore_it(work_of(params)); });
  for (const Work& work : full_work()) explore_it(work);
  for (const Shape& shape : grids_for_one_place()) {
    const Cheaper cheaper(shape.divisor);
    explore_compositions({{33, shape}}, 31, kOnePlace);
  }
}

LAB_CHECK("1c", 4, functional,
          "many elements, many blocks: no product of the two is cut off at 32 bits") {
  std::vector<Work> works = {{500'000, {10'000, 1, 1000}}};
  if (on_gpu()) works = large_work();
  for (const Work& work : works) explore_composition(work, 32);
}

LAB_CHECK("1c", 6, functional,
          "the next composition is right as well, without help from the host") {
  for_cases(plans(),
            [](const Params& params) { explore_compositions(launches_of(params), 33); });
}

LAB_CHECK_ON("1c", 4, functional, sim,
             "the maps are shared out: several blocks read, with several threads each") {
  share_the_reading("compose", {});
}

LAB_CHECK("1c", 10, ordering,
          "the last block composes partial results that it is sure to see") {
  for_crowded_work([](const Work& work) { explore_composition(work, 34); });
}

}  // namespace
