/// What the checks of lab 01 share: inputs, grids, launches, and the guard's counter.
#pragma once

#include <gridlock/kit.h>

namespace gridlock::check {
namespace {

// ---- Correct results ---------------------------------------------------------------

// The input repeats after this many elements, so that the right result of 2^30 of them
// is known at once.  A prime: no share of a block or a thread falls into step with it.
constexpr int64_t kPeriod = 65521;

// Element i of the input of kind `values`; scenarios.cu has the same formula.
inline uint32_t input(int64_t i, uint32_t seed, int64_t values = 0) {
  constexpr uint32_t kHalf = 1u << 31;
  if (values == 0) return element(i % kPeriod, seed);
  return values == 1 ? kHalf : values == 2 ? kHalf - 1 : values == 3 ? 0u - 1 : 0u;
}

inline int64_t as_int(uint32_t value) { return static_cast<int32_t>(value); }

// ---- Shapes ------------------------------------------------------------------------

struct Shape {
  int64_t blocks, threads;
  int divisor = 1;  // The default number of executions is divided by this.
};

inline string text(const Shape& shape) { return grid_text(shape.blocks, shape.threads); }

inline Shape shape_of(Case c) { return {c["blocks"], c["threads"]}; }

// What one launch costs beside the steps of its threads, in synchronization points.
constexpr int64_t kLaunchSteps = 60;

// The cost of a launch in which each thread takes this many steps.
inline int64_t cost_of(Case c, int64_t steps) {
  return kLaunchSteps + steps * c["blocks"] * c["threads"];
}

inline CaseSpace small_grids() {
  CaseSpace space;
  space.number("blocks", 1, 70, {1, 2, 3, 9, 65});
  space.number("threads", 1, 100, {1, 2, 31, 32, 33, 65});
  space.where([](Case c) { return c["blocks"] * c["threads"] <= 200; });
  return space.cost([](Case c) { return cost_of(c, 4); });
}

// Grids for a device with one place: which block starts first depends on the schedule.
inline vector<Shape> grids_for_one_place() {
  if (on_gpu()) return {};
  return {{2, 1, 20}, {3, 2, 20}, {12, 1, 20}};
}

// ", on a device that holds one block at a time", or "" for the usual device.
inline string text(const DeviceModel& device) {
  const bool has_one_place = device.sms * device.blocks_per_sm == 1;
  return has_one_place ? ", on a device that holds one block at a time" : "";
}

// ---- Launches ----------------------------------------------------------------------

struct Work {
  int64_t n = 0;
  Shape shape;
  int64_t offset = 0;  // Elements from a boundary to the start of `in` and `partial`.
  int64_t values = 0;  // The kind of numbers in the input; see input().
};

// Adds the launches in the scenarios' form: "blocks0", "blocks1", ...
inline Params with_launches(Params params, const vector<Work>& launches) {
  params["offset"] = launches.front().offset;
  params["values"] = launches.front().values;
  params["launches"] = 0;
  for (const Work& launch : launches) {
    const string which = to_string(params["launches"]++);
    params["n" + which] = launch.n;
    params["blocks" + which] = launch.shape.blocks;
    params["threads" + which] = launch.shape.threads;
  }
  return params;
}

// Up to four launches, each like the previous one or of another kind.
inline CaseSpace plans() {
  CaseSpace space;
  space.sequence("plan", 6, 4, {{0, 1}, {1, 2}, {3, 0}, {4, 2, 0}, {0, 5, 2}});
  space.amount("n", 40, {0, 5, 33});
  space.number("blocks", 1, 7, {1, 2, 3}).number("threads", 1, 5, {1, 2, 3});
  return space.cost(
      [](Case c) { return (ssize(c.sequence("plan")) + 1) * cost_of(c, 8); });
}

inline vector<Work> launches_of(Case c) {
  const Work first{c["n"], shape_of(c)};
  vector<Work> launches = {first};
  for (const int kind : c.sequence("plan")) {
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

// Demands that the guard set its counter back; `blocks` called it, if that is known.
inline void check_counter(const Outcome& outcome, int64_t launch, int64_t launches,
                          int64_t blocks = 0) {
  const auto& counter = sized(outcome, "counter", launches);
  const int64_t left = counter[launch];
  ENSURE(left == 0, place("launch", launch, launches), "the guard left the counter at ",
         left,
         left > 0 && left < blocks
             ? cat(", and the grid has ", blocks,
                   " blocks.  All threads of all blocks "
                   "must call the guard, and none may leave before, also if n is 0")
             : "; one thread of the last block must set it back to 0.  If it draws by "
               "atomicInc(), that does so at the draw that finds its limit: of N draws, "
               "the last finds N - 1");
}

}  // namespace
}  // namespace gridlock::check
