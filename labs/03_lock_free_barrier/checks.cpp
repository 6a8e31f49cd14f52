// The checks of lab 03.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using gridlock::DeviceModel;
using gridlock::Params;
using gridlock::check::as_number;
using gridlock::check::as_sequence;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;

// Number i of the sequence with this seed; scenarios.cu has the same formula.
std::uint32_t element(std::int64_t i, std::uint32_t seed) {
  std::uint32_t x = static_cast<std::uint32_t>(i) + seed * 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// "1 block", "3 blocks".
std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

// "", or "launch 2 of 3: " where there is more than one.
std::string place(const std::string& noun, std::int64_t index, std::int64_t of) {
  if (of == 1) return "";
  return noun + " " + std::to_string(index + 1) + " of " + std::to_string(of) + ": ";
}

// ---- Shapes ------------------------------------------------------------------------

struct Extent {
  std::int64_t x, y = 1, z = 1;
  std::int64_t count() const { return x * y * z; }
};

struct Shape {
  Extent grid, block;
  int divisor = 1;  // How many times fewer executions than the default.
};

// "3 blocks", "2 x 2 x 1 blocks".
std::string text(const Extent& extent, const std::string& noun) {
  if (extent.y == 1 && extent.z == 1) return counted(extent.x, noun);
  return std::to_string(extent.x) + " x " + std::to_string(extent.y) + " x " +
         std::to_string(extent.z) + " " + noun + "s";
}

std::string text(const Shape& shape) {
  if (shape.grid.x == 0)
    return "as many blocks as fit, of " + text(shape.block, "thread");
  return text(shape.grid, "block") + " of " + text(shape.block, "thread");
}

// "0, 7, 1".
std::string text(const std::vector<int>& numbers) {
  std::string list;
  for (const int number : numbers)
    list += (list.empty() ? "" : ", ") + std::to_string(number);
  return list;
}

// The launches of a case, at least one.
std::vector<int> plan_of(const Params& params) {
  const std::vector<int> plan = as_sequence(params.at("plan"));
  return plan.empty() ? std::vector<int>{0} : plan;
}

void set_shape(Params& params, const Shape& shape) {
  params["grid_x"] = shape.grid.x;
  params["grid_y"] = shape.grid.y;
  params["grid_z"] = shape.grid.z;
  params["block_x"] = shape.block.x;
  params["block_y"] = shape.block.y;
  params["block_z"] = shape.block.z;
}

// No more blocks than a block has threads.  The modelled device holds 8 blocks at a time;
// any GPU with CUDA 13 has room for 40 blocks of 256 threads, and tells if it does not.
std::vector<Shape> grids() {
  if (on_gpu()) return {{{2}, {32}}, {{7}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{2}, {2}, 2}, {{3}, {3}, 4}, {{2}, {34}, 50}};
}

// More of them.
std::vector<Shape> long_grids() {
  if (on_gpu()) return {{{7}, {1}}, {{40}, {16}}, {{40}, {33}}};
  return {{{2}, {1}, 2}, {{3}, {2}, 4}, {{5}, {1}, 4}, {{7}, {3}, 20}};
}

std::vector<Shape> single_blocks() {
  if (on_gpu()) return {{{1}, {64}}, {{1}, {1024}}};
  return {{{1}, {2}, 4}, {{1}, {5}, 4}, {{1}, {34}, 50}};
}

// For checks about order: at least two blocks, and first of all three, because the lesson
// is about what goes by a third one.
std::vector<Shape> crowds() {
  if (on_gpu()) return {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{3}, {2}, 8}, {{2}, {1}, 4}, {{2}, {2}, 4}, {{3}, {34}, 100}};
}

std::vector<Shape> boxes() {
  if (on_gpu())
    return {
        {{3}, {8, 9}}, {{2, 3}, {32}}, {{2, 3, 4}, {4, 3, 2}}, {{1, 1, 9}, {1, 8, 8}}};
  return {{{2, 2}, {1, 2}, 4},
          {{2}, {2, 2}, 4},
          {{1, 2, 3}, {1, 1, 2}, 10},
          {{2, 1, 2}, {1, 2, 2}, 10}};
}

Shape shape_of(const Params& params) {
  return {{params.at("grid_x"), params.at("grid_y"), params.at("grid_z")},
          {params.at("block_x"), params.at("block_y"), params.at("block_z")}};
}

// Roughly how many synchronization points a thread passes in a barrier, looks included:
// generated cases are many, and each is tried a few times only.
constexpr std::int64_t kBarrierSteps = 30;

// A block and a grid that the modelled device's 8 places can hold, and what two rounds of
// it cost.
CaseSpace& that_fit(CaseSpace& space, std::int64_t threads_min,
                    std::int64_t threads_max) {
  space.where([=](const Params& params) {
    const Shape shape = shape_of(params);
    return shape.grid.count() >= 2 && shape.grid.count() <= 8 &&
           shape.block.count() >= threads_min && shape.block.count() <= threads_max;
  });
  return space.cost([](const Params& params) {
    const Shape shape = shape_of(params);
    return 2 * kBarrierSteps * shape.grid.count() * shape.block.count();
  });
}

// Any shape of up to 8 blocks of up to 12 threads.
CaseSpace small_boxes() {
  CaseSpace space;
  space.number("grid_x", 1, 8, {1, 4, 5, 8}).number("grid_y", 1, 4, {1, 3});
  space.number("grid_z", 1, 3, {1, 2});
  space.number("block_x", 1, 12, {1, 2, 5}).number("block_y", 1, 6, {1, 3});
  space.number("block_z", 1, 3, {1, 2});
  return that_fit(space, 1, 12);
}

// Blocks of two warps in one dimension.
CaseSpace rows_of_two_warps() {
  CaseSpace space;
  space.number("grid_x", 2, 5, {2, 4}).number("grid_y", 1, 1).number("grid_z", 1, 1);
  space.number("block_x", 33, 48, {33, 37, 48});
  space.number("block_y", 1, 1).number("block_z", 1, 1);
  return that_fit(space, 33, 48);
}

// Blocks of two warps, few of which are made of whole rows.
CaseSpace boxes_of_two_warps() {
  CaseSpace space;
  space.number("grid_x", 2, 5, {2, 4}).number("grid_y", 1, 1).number("grid_z", 1, 1);
  space.number("block_x", 1, 20, {3, 5, 17}).number("block_y", 2, 12, {2, 7, 11});
  space.number("block_z", 1, 3, {1, 2});
  return that_fit(space, 33, 48);
}

// ---- 3a: the barrier ---------------------------------------------------------------

// What a thread makes of one slot of each block in the scenarios' digest().
std::int64_t digest_of(std::int64_t blocks, std::int64_t threads, std::int64_t thread,
                       std::int64_t round, std::uint32_t seed) {
  std::uint32_t sum = 0;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::int64_t slot = block * threads + (thread + 1) % threads;
    sum = sum * 31 + element(round * blocks * threads + slot, seed);
  }
  return sum;
}

// A scenario that calls the barrier.
struct Meeting {
  std::string scenario = "tell";
  Shape shape;
  std::int64_t rounds = 1;
  std::uint32_t start = 0;
  std::int64_t launches = 1;
  std::uint32_t seed = 1;
  DeviceModel device = {};
  std::vector<int> plan = {};  // If not empty: how many blocks more each launch has.

  // The grid of this launch: one block more each time, if there is no plan.
  Extent grid(std::size_t launch) const {
    Extent extent = shape.grid;
    extent.x += plan.empty() ? static_cast<std::int64_t>(launch) : plan[launch];
    return extent;
  }
};

// Every thread of every block saw, in every round, what threads of all blocks wrote.
void check_seen(const Outcome& outcome, const Meeting& meeting) {
  const auto& seen = outcome["seen"];
  const std::int64_t threads = meeting.shape.block.count();
  std::size_t at = 0;
  for (std::int64_t launch = 0; launch < meeting.launches; ++launch) {
    const std::int64_t blocks =
        meeting.shape.grid.x == 0
            ? outcome.value("blocks")
            : meeting.grid(static_cast<std::size_t>(launch)).count();
    REQUIRE(blocks > 0);
    const std::int64_t all = blocks * threads;
    REQUIRE(seen.size() >= at + static_cast<std::size_t>(meeting.rounds * all));
    const auto seed = meeting.seed + static_cast<std::uint32_t>(launch);
    for (std::int64_t round = 0; round < meeting.rounds; ++round)
      for (std::int64_t thread = 0; thread < threads; ++thread) {
        const std::int64_t right = digest_of(blocks, threads, thread, round, seed);
        for (std::int64_t block = 0; block < blocks; ++block)
          REQUIRE_MESSAGE(
              seen[at + static_cast<std::size_t>((round * blocks + block) * threads +
                                                 thread)] == right,
              place("launch", launch, meeting.launches),
              place("round", round, meeting.rounds), "thread ", thread, " of block ",
              block, " left the barrier and did not see what all blocks had written");
      }
    at += static_cast<std::size_t>(meeting.rounds * all);
  }
  REQUIRE(seen.size() == at);
}

// On the GPU some warps come late; on the simulator the schedules see to that.
Params params_of(const Meeting& meeting) {
  Params params = {{"rounds", meeting.rounds},
                   {"start", static_cast<std::int64_t>(meeting.start)},
                   {"launches", meeting.launches},
                   {"seed", meeting.seed},
                   {"late", on_gpu() ? 2'000 : 0}};
  set_shape(params, meeting.shape);
  if (!meeting.plan.empty()) params["plan"] = as_number(meeting.plan);
  return params;
}

void meet(const Meeting& meeting) {
  INFO(text(meeting.shape));
  const Cheaper cheaper(meeting.shape.divisor);
  explore(
      meeting.scenario, params_of(meeting),
      [&](const Outcome& outcome) { check_seen(outcome, meeting); }, meeting.device);
}

LAB_CHECK("3a", 6, functional, "no thread leaves the barrier before all blocks arrived") {
  for (const Shape& shape : grids()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("3a", 6, functional, "many rounds: nobody runs ahead, nobody is left behind") {
  for (const Shape& shape : grids())
    meet({.shape = shape, .rounds = on_gpu() ? 100 : 4, .seed = 12});
}

LAB_CHECK("3a", 6, functional, "there may be more blocks than a block has threads") {
  for (const Shape& shape : long_grids()) meet({.shape = shape, .rounds = 2, .seed = 13});
}

LAB_CHECK("3a", 4, functional, "a grid of one block meets as well") {
  for (const Shape& shape : single_blocks())
    meet({.shape = shape, .rounds = 2, .seed = 14});
}

LAB_CHECK("3a", 5, functional, "blocks and grids of two and three dimensions") {
  for (const Shape& shape : boxes()) meet({.shape = shape, .rounds = 2, .seed = 15});
  for (const CaseSpace& space : {small_boxes(), boxes_of_two_warps()})
    for_cases(space, [](const Params& params) {
      meet({.shape = shape_of(params), .rounds = 2, .seed = 15});
    });
}

LAB_CHECK("3a", 5, functional,
          "the goals may begin anywhere, and pass 2^31 and 2^32 on the way") {
  std::vector<Shape> shapes = {{{2}, {1}, 10}, {{3}, {2}, 20}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  for (const std::uint32_t start : {1u, 0x7ffffffeu, 0xfffffffeu})
    for (const Shape& shape : shapes) {
      INFO("goals from ", start + 1, " on");
      meet({.shape = shape, .rounds = 4, .start = start, .seed = 16});
    }
  CaseSpace space;
  space.number("before", 0, 5).number("half", 0, 1).number("grid_x", 1, 8, {1, 4, 8});
  space.number("block_x", 1, 5, {1, 2}).number("rounds", 1, 6, {1, 6});
  space.cost([](const Params& params) {
    return kBarrierSteps * params.at("rounds") * params.at("grid_x") *
           params.at("block_x");
  });
  for_cases(space, [](const Params& params) {
    const std::uint32_t middle = params.at("half") == 1 ? 0x80000000u : 0u;
    const auto start = middle - static_cast<std::uint32_t>(params.at("before"));
    INFO("goals from ", start + 1, " on");
    meet({.shape = {{params.at("grid_x")}, {params.at("block_x")}},
          .rounds = params.at("rounds"),
          .start = start,
          .seed = 16});
  });
}

LAB_CHECK("3a", 4, functional,
          "the next launch goes on from there, with more blocks, without the host") {
  for (const Shape& shape : {Shape{{1}, {3}, 4}, Shape{{2}, {1}, 4}, Shape{{2}, {2}, 8}})
    meet({.shape = shape, .rounds = 1, .launches = 3, .seed = 17});
  // Grids that grow and shrink: some words hold older goals than others.
  CaseSpace space;
  space.sequence("plan", 8, 4, {{7, 0, 7}, {2, 4, 1, 4}, {0, 3}});
  space.number("rounds", 1, 2).number("block_x", 1, 3);
  space.cost([](const Params& params) {
    std::int64_t blocks = 0;
    for (const int more : plan_of(params)) blocks += 1 + more;
    return kBarrierSteps * params.at("rounds") * blocks * params.at("block_x");
  });
  for_cases(space, [](const Params& params) {
    const std::vector<int> plan = plan_of(params);
    INFO("launches with so many blocks more: ", text(plan));
    meet({.shape = {{1}, {params.at("block_x")}},
          .rounds = params.at("rounds"),
          .launches = static_cast<std::int64_t>(plan.size()),
          .seed = 17,
          .plan = plan});
  });
}

LAB_CHECK("3a", 4, functional, "as many blocks as the device holds meet") {
  std::vector<Extent> blocks = {{1}, {1, 2}};
  if (on_gpu()) blocks = {{64}, {8, 4, 8}};
  const std::vector<DeviceModel> devices = {{}, {.sms = 3, .blocks_per_sm = 1}};
  for (const DeviceModel& device : devices)
    for (const Extent& block : blocks)
      meet({.shape = {{0}, block, 20}, .rounds = 2, .seed = 18, .device = device});
}

LAB_CHECK_ON("3a", 8, functional, sim,
             "no atomic operation reads and writes in one: loads and stores will do") {
  for (const Shape& shape : {Shape{{1}, {2}, 10}, Shape{{3}, {2}, 10}}) {
    const Meeting meeting = {.shape = shape, .rounds = 2, .seed = 19};
    INFO(text(shape));
    const Cheaper cheaper(shape.divisor);
    explore(meeting.scenario, params_of(meeting), [&](const Outcome& outcome) {
      const std::int64_t count = outcome.counter("read_modify_writes");
      REQUIRE_MESSAGE(count == 0, counted(count, "atomic read-modify-write"),
                      " in 2 barriers of ", text(shape),
                      "; this barrier is to do without");
      check_seen(outcome, meeting);
    });
  }
}

LAB_CHECK("3a", 8, ordering,
          "what any thread wrote before is there for every thread of every block after") {
  for (const Shape& shape : crowds()) meet({.shape = shape, .rounds = 2, .seed = 20});
  if (on_gpu()) return;
  for_cases(rows_of_two_warps(),
            [](const Params& params) { meet({.shape = shape_of(params), .seed = 20}); });
  // So many that the master watches them with two warps.
  meet({.shape = {{34}, {34}, 500},
        .seed = 20,
        .device = {.sms = 17, .blocks_per_sm = 2}});
}

LAB_CHECK("3a", 6, strict, "to the letter of the rules, and by way of the master") {
  for (const Shape& shape : crowds()) meet({.shape = shape, .rounds = 2, .seed = 21});
  // What goes by two others, or by three: the more blocks, the longer ways there are.
  if (on_gpu()) return;
  CaseSpace space;
  space.number("grid_x", 2, 17, {4, 5, 7, 8, 17}).number("block_x", 1, 3, {1, 2});
  space.cost([](const Params& params) {
    return kBarrierSteps * params.at("grid_x") * params.at("block_x");
  });
  for_cases(space, [](const Params& params) {
    meet({.shape = {{params.at("grid_x")}, {params.at("block_x")}},
          .seed = 21,
          .device = {.sms = 17, .blocks_per_sm = 1}});
  });
  for_cases(rows_of_two_warps(),
            [](const Params& params) { meet({.shape = shape_of(params), .seed = 21}); });
}

LAB_CHECK("3a", 8, strict, "what a thread read before may be written over after it") {
  for (const Shape& shape : crowds())
    meet({.scenario = "tell_again", .shape = shape, .rounds = 2, .seed = 22});
}

// ---- 3b: the sort ------------------------------------------------------------------

struct Work {
  std::int64_t n;
  Shape shape;
  std::uint32_t start = 0;
  std::int64_t launches = 1;
  std::vector<int> plan = {};  // If not empty: the n of each launch.

  std::int64_t length(std::size_t launch) const {
    return plan.empty() ? n : plan[launch];
  }
};

std::string text(const Work& work) {
  const std::string n = work.plan.empty() ? std::to_string(work.n) : text(work.plan);
  return "n = " + n + ", " + text(work.shape);
}

// The elements that the scenario sorts, sorted.  Small, so that some come twice.
std::vector<std::uint32_t> sorted(std::int64_t n, std::uint32_t seed) {
  std::vector<std::uint32_t> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(element(i, seed) % 1000);
  std::sort(all.begin(), all.end());
  return all;
}

void check_sorted(const Outcome& outcome, const Work& work, std::uint32_t seed) {
  const auto& data = outcome["data"];
  std::size_t at = 0;
  for (std::int64_t launch = 0; launch < work.launches; ++launch) {
    const auto expected = sorted(work.length(static_cast<std::size_t>(launch)),
                                 seed + static_cast<std::uint32_t>(launch));
    REQUIRE(data.size() >= at + expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i, ++at)
      REQUIRE_MESSAGE(data[at] == expected[i], place("launch", launch, work.launches),
                      "element ", i, " is ", data[at], " and not ", expected[i]);
  }
  REQUIRE(data.size() == at);
}

void sort(const Work& work, bool reversed, std::uint32_t seed) {
  INFO(text(work), std::string(reversed ? ", the greatest first" : ""));
  const Cheaper cheaper(work.shape.divisor);
  Params params = {{"n", work.n},
                   {"start", static_cast<std::int64_t>(work.start)},
                   {"launches", work.launches},
                   {"reversed", reversed ? 1 : 0},
                   {"seed", seed}};
  set_shape(params, work.shape);
  if (!work.plan.empty()) params["plan"] = as_number(work.plan);
  explore("sort", params,
          [&](const Outcome& outcome) { check_sorted(outcome, work, seed); });
}

LAB_CHECK("3b", 6, functional, "sortOddEven sorts, for any n, grid and block") {
  std::vector<Work> works = {{0, {{2}, {2}, 50}}, {1, {{3}, {1}, 50}},
                             {2, {{2}, {1}, 20}}, {7, {{2}, {2}, 20}},
                             {9, {{3}, {1}, 20}}, {5, {{1}, {4}, 20}},
                             {8, {{4}, {2}, 50}}, {40, {{2}, {4}, 200}}};
  if (on_gpu())
    works = {{0, {{2}, {64}}},        {1, {{3}, {32}}},   {2, {{2}, {64}}},
             {1000, {{1}, {256}}},    {100, {{40}, {3}}}, {501, {{40}, {128}}},
             {3000, {{7}, {101}, 10}}};
  for (const Work& work : works)
    for (const bool reversed : {false, true}) sort(work, reversed, 31);
  CaseSpace space;
  space.number("n", 0, 12, {0, 1, 2, 3, 11, 12});
  space.number("blocks", 1, 8, {1, 2, 7, 8}).number("threads", 1, 5, {1, 2, 3});
  space.cost([](const Params& params) {
    return kBarrierSteps * (1 + params.at("n")) * params.at("blocks") *
           params.at("threads");
  });
  for_cases(space, [](const Params& params) {
    sort({params.at("n"), {{params.at("blocks")}, {params.at("threads")}}}, true, 31);
  });
}

LAB_CHECK("3b", 3, functional, "sortOddEven sorts in two and three dimensions") {
  for (Shape shape : boxes()) {
    shape.divisor *= 4;
    sort({on_gpu() ? 500 : 9, shape}, true, 32);
  }
  for_cases(small_boxes(), [](const Params& params) {
    sort({5, shape_of(params)}, true, 32);
  });
}

LAB_CHECK("3b", 3, functional, "three sorts in a row, with goals that pass 2^32") {
  std::vector<Shape> shapes = {{{2}, {2}, 20}, {{3}, {1}, 20}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{40}, {101}}};
  for (const std::uint32_t start : {1u, 0xfffffff8u})
    for (const Shape& shape : shapes) {
      INFO("goals from ", start + 1, " on");
      sort({on_gpu() ? 200 : 4, shape, start, 3}, false, 33);
    }
  // Some of them of nothing at all, or of what is sorted already.
  CaseSpace space;
  space.sequence("plan", 7, 4, {{0, 5}, {5, 0, 1, 6}, {1, 2}});
  space.number("blocks", 1, 5, {2}).number("threads", 1, 3, {1, 2});
  space.cost([](const Params& params) {
    std::int64_t rounds = 1;
    for (const int n : plan_of(params)) rounds += n;
    return kBarrierSteps * rounds * params.at("blocks") * params.at("threads");
  });
  for_cases(space, [](const Params& params) {
    const std::vector<int> plan = plan_of(params);
    sort({0,
          {{params.at("blocks")}, {params.at("threads")}},
          0xfffffff8u,
          static_cast<std::int64_t>(plan.size()),
          plan},
         true, 33);
  });
}

std::vector<Work> crowded_work() {
  if (on_gpu()) return {{1000, {{2}, {8, 8}}}, {3000, {{40}, {101}, 10}}};
  return {{7, {{3}, {1}, 8}}, {5, {{2}, {2}, 4}}, {5, {{2}, {2, 2}, 10}}};
}

LAB_CHECK("3b", 9, ordering, "each round sees the whole round before it") {
  for (const Work& work : crowded_work()) sort(work, false, 34);
}

LAB_CHECK("3b", 9, strict,
          "each round sees the one before it, to the letter of the rules") {
  for (const Work& work : crowded_work()) sort(work, true, 35);
}

}  // namespace
