// The checks of lab 03.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>
#include <gridlock/sharing.h>

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
using gridlock::check::AtLeast;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;
using gridlock::check::Patient;
using gridlock::check::Sharers;

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

// So many blocks that a count in a byte, or in the bits of a word, overflows.  A GPU
// takes as many as it holds.
std::vector<Shape> vast_grids() {
  if (on_gpu()) return {{{0}, {1}}, {{0}, {33}}};
  return {{{65}, {1}, 200}, {{130}, {2}, 1000}, {{520}, {1}, 1000}};
}

// More blocks than threads, in blocks of more than one warp, the last of them partly
// filled; more words than a warp's in blocks whose rows are not warps.
std::vector<Shape> ragged_grids() {
  if (on_gpu()) return {{{100}, {48}}, {{40}, {4, 4, 4}}, {{70}, {3, 11}}};
  return {{{60}, {48}, 1000}, {{9}, {4, 4, 4}, 500}, {{40}, {3, 11}, 1000}};
}

// A device with so many places, for blocks of any size.
DeviceModel with_room_for(std::int64_t blocks) {
  constexpr int kEach = 2, kPlacesMin = 8;
  const int places = std::max(static_cast<int>(blocks), kPlacesMin);
  return {.sms = (places + kEach - 1) / kEach, .blocks_per_sm = kEach};
}

std::vector<Shape> single_blocks() {
  if (on_gpu()) return {{{1}, {64}}, {{1}, {1024}}};
  return {{{1}, {2}, 4}, {{1}, {5}, 4}, {{1}, {34}, 50}};
}

// For checks about order: at least two blocks, and above all three, because the lesson is
// about signals that pass through a third block.
std::vector<Shape> crowds() {
  if (on_gpu()) return {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{3}, {2}, 8}, {{2}, {1}, 4}, {{2}, {2}, 4}, {{3}, {34}, 100}};
}

std::vector<Shape> boxes() {
  if (on_gpu())
    return {{{3}, {8, 9}},          {{2, 3}, {32}},       {{2, 3, 4}, {4, 3, 2}},
            {{1, 1, 9}, {1, 8, 8}}, {{1, 9}, {1, 1, 64}}, {{1, 1, 40}, {16, 4}},
            {{1, 40}, {1, 33, 3}}};
  return {{{2, 2}, {1, 2}, 4},        {{2}, {2, 2}, 4},
          {{1, 2, 3}, {1, 1, 2}, 10}, {{2, 1, 2}, {1, 2, 2}, 10},
          {{1, 1, 3}, {1}, 20},       {{1, 3}, {1, 3}, 20},
          {{1, 1, 2}, {1, 1, 5}, 20}, {{1, 2}, {1, 1, 33}, 100},
          {{2}, {16, 4}, 100},        {{1, 1, 2}, {1, 40}, 100}};
}

// The largest possible blocks.
std::vector<Shape> full_blocks() {
  return {{{2}, {1024}, 500},
          {{3}, {32, 32}, 500},
          {{2}, {8, 8, 16}, 500},
          {{2}, {1, 16, 64}, 500}};
}

Shape shape_of(const Params& params) {
  return {{params.at("grid_x"), params.at("grid_y"), params.at("grid_z")},
          {params.at("block_x"), params.at("block_y"), params.at("block_z")}};
}

// Roughly how many synchronization points a thread passes in a barrier, polls included:
// there are many generated cases, and each is tried only a few times.
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

// Rows of threads: one block, a few, many; one thread, a warp, more.
CaseSpace rows() {
  CaseSpace space;
  space.number("grid_x", 1, 40, {1, 2, 8, 33}).number("grid_y", 1, 1);
  space.number("grid_z", 1, 1).number("block_y", 1, 1).number("block_z", 1, 1);
  space.number("block_x", 1, 100, {1, 2, 31, 32, 33, 65, 100});
  space.where([](const Params& params) {
    return params.at("grid_x") * params.at("block_x") <= 200;
  });
  return space.cost([](const Params& params) {
    return 2 * kBarrierSteps * params.at("grid_x") * params.at("block_x");
  });
}

// Any shape of up to 8 blocks of up to 12 threads.
CaseSpace small_boxes() {
  CaseSpace space;
  space.number("grid_x", 1, 8, {1, 4, 5, 8}).number("grid_y", 1, 8, {1, 3});
  space.number("grid_z", 1, 8, {1, 2});
  space.number("block_x", 1, 12, {1, 2, 5}).number("block_y", 1, 12, {1, 3});
  space.number("block_z", 1, 12, {1, 2});
  return that_fit(space, 1, 12);
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
  std::int64_t ages = 0;       // If not 0: words hold goals from different times.

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
              block, " left the barrier without seeing what all blocks had written");
      }
    at += static_cast<std::size_t>(meeting.rounds * all);
  }
  REQUIRE(seen.size() == at);
}

// On the GPU some warps come late; on the simulator the schedules see to that.
Params params_of(const Meeting& meeting) {
  Params params = {
      {"rounds", meeting.rounds},     {"start", static_cast<std::int64_t>(meeting.start)},
      {"launches", meeting.launches}, {"seed", meeting.seed},
      {"ages", meeting.ages},         {"late", on_gpu() ? 2'000 : 0}};
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
  const Patient patient;
  for (const Shape& shape : grids()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("3a", 6, functional, "many rounds: no block runs ahead, none is left behind") {
  for (const Shape& shape : grids())
    meet({.shape = shape, .rounds = on_gpu() ? 100 : 4, .seed = 12});
  // More of them than a byte counts, or on a GPU two bytes.
  const Shape pair = {{2}, {1}, on_gpu() ? 100 : 334};
  meet({.shape = pair, .rounds = on_gpu() ? 70'000 : 260, .seed = 12});
}

LAB_CHECK("3a", 6, functional, "there may be more blocks than a block has threads") {
  for (const Shape& shape : long_grids()) meet({.shape = shape, .rounds = 2, .seed = 13});
  for (const auto& shapes : {vast_grids(), ragged_grids()})
    for (const Shape& shape : shapes)
      meet({.shape = shape, .seed = 13, .device = with_room_for(shape.grid.count())});
}

LAB_CHECK("3a", 4, functional, "a grid of one block meets as well") {
  for (const Shape& shape : single_blocks())
    meet({.shape = shape, .rounds = 2, .seed = 14});
}

LAB_CHECK("3a", 5, functional, "blocks and grids of two and three dimensions") {
  for (const Shape& shape : boxes()) meet({.shape = shape, .rounds = 2, .seed = 15});
  for (const Shape& shape : full_blocks())
    meet({.shape = shape, .rounds = 2, .seed = 15});
  const Shape cube = {{5, 7, 3}, {2, 1, 2}, 1000};
  if (!on_gpu())
    meet({.shape = cube, .seed = 15, .device = with_room_for(cube.grid.count())});
  for (const CaseSpace& space : {small_boxes(), boxes_of_two_warps()})
    for_cases(space, [](const Params& params) {
      meet({.shape = shape_of(params), .rounds = 2, .seed = 15});
    });
}

// Used in place of a seed: all words hold goals of 2^31 barriers before the next one.
constexpr std::int64_t kHalfACircle = 101;

// Where a case begins, and what its words hold.
std::string text_of_goals(std::uint32_t start, std::int64_t ages) {
  return "goals from " + std::to_string(start + 1) + " on" +
         (ages == kHalfACircle ? "; all words are 2^31 barriers behind"
          : ages               ? "; words hold goals of up to 2^32 - 2^20 barriers ago"
                               : "");
}

LAB_CHECK("3a", 5, functional,
          "goals begin anywhere and pass 2^32, however old those in the words are") {
  const std::vector<std::uint32_t> middles = {1u, 0x7ffffffeu, 0xfffffffeu};
  for (const std::uint32_t start : middles) {
    INFO(text_of_goals(start, 0));
    const Shape shape = on_gpu() ? Shape{{3}, {101}} : Shape{{3}, {2}, 20};
    meet({.shape = shape, .rounds = 4, .start = start, .seed = 16});
  }
  // All words as old as each other, and more of them than a block has threads.
  for (const Shape& shape : {Shape{{2}, {1}, 20}, {{5}, {2}, 20}}) {
    INFO(text_of_goals(0, kHalfACircle));
    meet({.shape = shape, .seed = 16, .ages = kHalfACircle});
  }
  CaseSpace space;
  space.number("start", 0, 0xffffffff,
               {0, 0x7ffffffb, 0x7fffffff, 0x80000000, 0xfffffffa, 0xffffffff});
  space.number("ages", 0, 50, {0, 1, 2, 3, 4}).number("grid_x", 1, 8, {1, 2, 4, 8});
  space.number("block_x", 1, 5, {1, 2}).number("rounds", 1, 6, {1, 6});
  space.cost([](const Params& params) {
    return kBarrierSteps * params.at("rounds") * params.at("grid_x") *
           params.at("block_x");
  });
  for_cases(space, [](const Params& params) {
    const auto start = static_cast<std::uint32_t>(params.at("start"));
    INFO(text_of_goals(start, params.at("ages")));
    meet({.shape = {{params.at("grid_x")}, {params.at("block_x")}},
          .rounds = params.at("rounds"),
          .start = start,
          .seed = 16,
          .ages = params.at("ages")});
  });
}

LAB_CHECK("3a", 4, functional,
          "the next launch goes on from there, with more blocks, without the host") {
  for (const Shape& shape : {Shape{{1}, {3}, 4}, Shape{{2}, {1}, 4}, Shape{{2}, {2}, 8}})
    meet({.shape = shape, .rounds = 1, .launches = 3, .seed = 17});
  // Grids that grow and shrink: some words hold older goals than others.
  CaseSpace space;
  space.sequence("plan", 8, 4, {{7, 0, 7}, {2, 4, 1, 4}, {0, 3}});
  space.number("rounds", 1, 2).number("block_x", 1, 3).number("ages", 0, 50, {0, 1});
  space.cost([](const Params& params) {
    std::int64_t blocks = 0;
    for (const int more : plan_of(params)) blocks += 1 + more;
    return kBarrierSteps * params.at("rounds") * blocks * params.at("block_x");
  });
  for_cases(space, [](const Params& params) {
    const std::vector<int> plan = plan_of(params);
    INFO("launches with this many more blocks: ", text(plan));
    meet({.shape = {{1}, {params.at("block_x")}},
          .rounds = params.at("rounds"),
          .launches = static_cast<std::int64_t>(plan.size()),
          .seed = 17,
          .plan = plan,
          .ages = params.at("ages")});
  });
}

LAB_CHECK("3a", 2, functional,
          "two grids with arrays of their own meet at the same time, each for itself") {
  CaseSpace space;
  space.number("grid_x", 1, 3).number("more", 0, 2).number("block_x", 1, 3);
  space.number("rounds", 1, 4, {2, 4});
  space.cost([](const Params& params) {
    return 2 * kBarrierSteps * params.at("rounds") * params.at("block_x") *
           (2 * params.at("grid_x") + params.at("more"));
  });
  for_cases(space, [](const Params& params) {
    const Meeting first = {.scenario = "two_grids",
                           .shape = {{params.at("grid_x")}, {params.at("block_x")}},
                           .rounds = params.at("rounds"),
                           .launches = 2,
                           .seed = 23,
                           .plan = {0, static_cast<int>(params.at("more"))}};
    INFO(text(first.shape), ", and with ", params.at("more"), " more");
    Params given = params_of(first);
    given["more"] = params.at("more");
    explore(first.scenario, given,
            [&](const Outcome& outcome) { check_seen(outcome, first); });
  });
}

LAB_CHECK("3a", 2, functional, "as many blocks as the device holds meet") {
  std::vector<Extent> blocks = {{1}, {1, 2}};
  if (on_gpu()) blocks = {{64}, {8, 4, 8}};
  const std::vector<DeviceModel> devices = {{}, {.sms = 3, .blocks_per_sm = 1}};
  for (const DeviceModel& device : devices)
    for (const Extent& block : blocks)
      meet({.shape = {{0}, block, 20}, .rounds = 2, .seed = 18, .device = device});
}

LAB_CHECK_ON("3a", 8, functional, sim,
             "no atomic operation reads and writes in one: loads and stores will do") {
  const auto count_them = [](const Shape& shape, std::int64_t rounds = 2,
                             std::uint32_t start = 0) {
    const Meeting meeting = {.shape = shape,
                             .rounds = rounds,
                             .start = start,
                             .seed = 19,
                             .device = with_room_for(shape.grid.count())};
    INFO(text(shape));
    const Cheaper cheaper(shape.divisor);
    const auto judge = [&](const Outcome& outcome) {
      const std::int64_t count = outcome.counter("read_modify_writes");
      REQUIRE_MESSAGE(count == 0, counted(count, "atomic read-modify-write"), " in ",
                      counted(rounds, "barrier"), " of ", text(shape),
                      "; this barrier must not use any");
      check_seen(outcome, meeting);
    };
    explore(meeting.scenario, params_of(meeting), judge, meeting.device);
  };
  for (const Shape& shape :
       {Shape{{3}, {2}, 10}, {{130}, {1}, 1000}, {{2}, {1024}, 1000}})
    count_them(shape);
  count_them({{2}, {2}, 200}, 70, 0xfffffff0u);
  for (const CaseSpace& space : {rows(), small_boxes()})
    for_cases(space, [&](const Params& params) {
      const Cheaper few(200);
      count_them(shape_of(params));
    });
}

// All shapes for checks about order: few schedules of each, since what is unordered is
// unordered in all of them.
void meet_in_any_shape(const Meeting& meeting) {
  const auto meet_in = [&](const Shape& shape, std::int64_t rounds) {
    Meeting one = meeting;
    one.shape = shape;
    one.rounds = rounds;
    one.device = with_room_for(shape.grid.count());
    meet(one);
  };
  for (const Shape& shape : crowds()) meet_in(shape, 2);
  if (on_gpu()) return;
  for_cases(rows(), [&](const Params& params) { meet_in(shape_of(params), 1); });
  // Grids that the master watches with two warps, and with one thread.
  for (const Shape& shape :
       {Shape{{34}, {34}, 500}, {{130}, {1}, 500}, {{2}, {1024}, 500}})
    meet_in(shape, 1);
  for (const Shape& shape : ragged_grids()) meet_in(shape, 1);
}

LAB_CHECK("3a", 8, ordering,
          "what any thread wrote before is there for every thread of every block after") {
  meet_in_any_shape({.shape = {}, .seed = 20});
}

LAB_CHECK("3a", 6, strict, "to the letter of the rules, and by way of the master") {
  meet_in_any_shape({.shape = {}, .seed = 21});
  // Signals that pass through two other blocks, or three: more blocks have longer routes.
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
}

LAB_CHECK("3a", 8, strict, "what a thread read before may be written over after it") {
  meet_in_any_shape({.scenario = "tell_again", .shape = {}, .seed = 22});
}

// ---- 3b: the sort ------------------------------------------------------------------

struct Work {
  std::int64_t n;
  Shape shape;
  std::uint32_t start = 0;
  std::int64_t launches = 1;
  std::vector<int> plan = {};  // If not empty: the n of each launch.
  std::int64_t values = 0;     // Which kind of keys is sorted; see key_at().
  std::int64_t ages = 0;       // If not 0: words hold goals from different times.
  std::int64_t offset = 0;     // Elements between the start of the memory and the array.
  bool asks_goals = false;     // Whether the words must end up with goals of the sort.

  std::int64_t length(std::size_t launch) const {
    return plan.empty() ? n : plan[launch];
  }
};

std::string text(const Work& work) {
  const std::string n = work.plan.empty() ? std::to_string(work.n) : text(work.plan);
  return "n = " + n + ", " + text(work.shape);
}

// Key number i; scenarios.cu has the same formula.  Keys are small, so that some come
// twice; or any number; or a number at either end of the range.
std::uint32_t key_at(std::int64_t i, std::uint32_t seed, std::int64_t values) {
  constexpr std::uint32_t kHalf = 1u << 31;
  constexpr std::uint32_t kEnds[] = {0, 1, kHalf - 1, kHalf, kHalf + 1, 0u - 2, 0u - 1};
  const std::uint32_t any = element(i, seed);
  return values == 0 ? any % 1000 : values == 1 ? any : kEnds[any % 7];
}

// The elements that the scenario sorts, sorted.
std::vector<std::uint32_t> sorted(std::int64_t n, std::uint32_t seed,
                                  std::int64_t values) {
  std::vector<std::uint32_t> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(key_at(i, seed, values));
  std::sort(all.begin(), all.end());
  return all;
}

// "3, 7, 7".
std::string listed(const std::vector<std::int64_t>& values) {
  std::string list;
  for (const std::int64_t value : values)
    list += (list.empty() ? "" : ", ") + std::to_string(value);
  return list;
}

// How `got` differs from `expected` from element `i` on.
std::string difference(const std::vector<std::int64_t>& got,
                       const std::vector<std::int64_t>& expected, std::size_t i) {
  constexpr std::size_t kFew = 16;
  if (got.size() <= kFew)
    return "the elements came out as " + listed(got) + "; they should be " +
           listed(expected);
  const auto place = std::find(got.begin(), got.end(), expected[i]);
  return "element " + std::to_string(i) + " came out as " + std::to_string(got[i]) +
         " and should be " + std::to_string(expected[i]) + ", which " +
         (place == got.end()
              ? "came out nowhere"
              : "came out as element " + std::to_string(place - got.begin()));
}

void check_sorted(const Outcome& outcome, const Work& work, std::uint32_t seed) {
  const auto& data = outcome["data"];
  std::size_t at = 0;
  for (std::int64_t launch = 0; launch < work.launches; ++launch) {
    const auto expected = sorted(work.length(static_cast<std::size_t>(launch)),
                                 seed + static_cast<std::uint32_t>(launch), work.values);
    REQUIRE(data.size() >= at + expected.size());
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(expected.size());
    const auto wrong = std::mismatch(first, last, expected.begin()).first;
    REQUIRE_MESSAGE(wrong == last, place("launch", launch, work.launches),
                    difference({first, last}, {expected.begin(), expected.end()},
                               static_cast<std::size_t>(wrong - first)));
    at += expected.size();
  }
  REQUIRE(data.size() == at);
  for (const std::int64_t touched : outcome["touched"])
    REQUIRE_MESSAGE(touched == 0, counted(touched, "element"), " beside data changed");
}

// A word that a sort has changed holds one of its goals, or the next barrier on these
// words may meet its own goal too early.
void check_goals(const Outcome& outcome, const Work& work) {
  std::size_t at = 0;
  for (std::size_t launch = 0; launch < outcome["words"].size(); ++launch)
    for (const std::size_t end = at + static_cast<std::size_t>(outcome["words"][launch]);
         at < end; ++at) {
      const auto goal = static_cast<std::int32_t>(outcome["goals"].at(at));
      const std::int64_t n = work.length(launch);
      REQUIRE_MESSAGE((goal >= 1 && goal <= n),
                      place("launch", static_cast<std::int64_t>(launch), work.launches),
                      "a word of arrayIn or arrayOut holds start ",
                      goal < 0 ? "- " : "+ ", std::abs(static_cast<std::int64_t>(goal)),
                      " after sortOddEven() of ", counted(n, "element"),
                      ": the sheet allows start + 1 to start + n");
    }
}

Params params_of(const Work& work, bool reversed, std::uint32_t seed) {
  Params params = {{"n", work.n},
                   {"start", static_cast<std::int64_t>(work.start)},
                   {"launches", work.launches},
                   {"reversed", reversed ? 1 : 0},
                   {"values", work.values},
                   {"ages", work.ages},
                   {"offset", work.offset},
                   {"left", work.asks_goals ? 1 : 0},
                   {"seed", seed}};
  set_shape(params, work.shape);
  if (!work.plan.empty()) params["plan"] = as_number(work.plan);
  return params;
}

void sort(const Work& work, bool reversed, std::uint32_t seed,
          const DeviceModel& device = {}) {
  INFO(text(work), std::string(reversed ? ", the greatest first" : ""));
  const Cheaper cheaper(work.shape.divisor);
  const auto judge = [&](const Outcome& outcome) {
    check_sorted(outcome, work, seed);
    if (work.asks_goals) check_goals(outcome, work);
  };
  explore("sort", params_of(work, reversed, seed), judge, device);
}

// Lengths, and grids that they do not fill or divide; keys of all kinds.
CaseSpace any_sort(std::int64_t n_min) {
  CaseSpace space;
  space.number("n", n_min, 40, {n_min, 2, 3, 11, 12, 39});
  space.number("blocks", 1, 8, {1, 2, 7, 8}).number("threads", 1, 40, {1, 2, 3, 33});
  space.number("values", 0, 2).number("reversed", 0, 1).number("ages", 0, 50, {0, 1});
  space.number("offset", 0, 3, {0, 1});
  space.where([](const Params& params) {
    return params.at("blocks") * params.at("threads") * (1 + params.at("n")) <= 500;
  });
  return space.cost([](const Params& params) {
    return kBarrierSteps * (1 + params.at("n")) * params.at("blocks") *
           params.at("threads");
  });
}

void sort_any(const Params& params, std::uint32_t seed) {
  const Work work = {.n = params.at("n"),
                     .shape = {{params.at("blocks")}, {params.at("threads")}},
                     .start = 0x7ffffff0u,
                     .values = params.at("values"),
                     .ages = params.at("ages"),
                     .offset = params.at("offset")};
  sort(work, params.at("reversed") == 1, seed);
}

LAB_CHECK("3b", 5, functional, "sortOddEven sorts, for any n, grid and block") {
  std::vector<Work> works = {{7, {{2}, {2}, 20}},
                             {8, {{4}, {2}, 50}},
                             {300, {{2}, {2}, 1000}},
                             {90, {{2}, {1024}, 1000}}};
  if (on_gpu())
    works = {{0, {{2}, {64}}},
             {1, {{3}, {32}}},
             {2, {{2}, {64}}},
             {1000, {{1}, {256}}},
             {100, {{40}, {3}}},
             {501, {{40}, {128}}},
             {3000, {{7}, {101}, 10}},
             {70'000, {{40}, {256}, 200}},
             {.n = 777, .shape = {{7}, {33}}, .offset = 1}};
  for (const Work& work : works)
    for (const bool reversed : {false, true}) sort(work, reversed, 31);
  if (!on_gpu()) sort({5, {{70}, {1}, 500}}, true, 31, with_room_for(70));
  for_cases(any_sort(0), [](const Params& params) { sort_any(params, 31); });
}

LAB_CHECK("3b", 2, functional, "sortOddEven sorts in two and three dimensions") {
  for (Shape shape : boxes()) {
    shape.divisor *= 8;
    sort({on_gpu() ? 500 : 9, shape}, true, 32);
    if (on_gpu()) sort({2001, shape}, true, 32);
  }
  // Fewer pairs than threads, or more, so that each thread has several.
  CaseSpace space = small_boxes();
  space.number("n", 0, 40, {5, 14, 33}).number("values", 0, 2);
  space.cost([](const Params& params) {
    const Shape shape = shape_of(params);
    return kBarrierSteps * params.at("n") * shape.grid.count() * shape.block.count();
  });
  for_cases(space, [](const Params& params) {
    const Work work = {
        .n = params.at("n"), .shape = shape_of(params), .values = params.at("values")};
    sort(work, true, 32);
  });
}

LAB_CHECK("3b", 2, functional, "three sorts in a row, with goals that pass 2^32") {
  std::vector<Shape> shapes = {{{2}, {2}, 20}, {{3}, {1}, 20}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{40}, {101}}};
  for (const std::uint32_t start : {1u, 0xfffffff8u})
    for (const Shape& shape : shapes) {
      INFO("goals from ", start + 1, " on");
      sort({.n = on_gpu() ? 200 : 4,
            .shape = shape,
            .start = start,
            .launches = 3,
            .asks_goals = true},
           false, 33);
    }
  // Some sort nothing at all, or keys that are already in order.
  CaseSpace space;
  space.sequence("plan", 7, 4, {{0, 5}, {5, 0, 1, 6}, {1, 2}});
  space.number("blocks", 1, 5, {2}).number("threads", 1, 3, {1, 2});
  space.number("start", 0, 0xffffffff, {0, 0x7ffffff8, 0xfffffff8, 0xffffffff});
  space.number("ages", 0, 50, {0, 1, 2});
  space.cost([](const Params& params) {
    std::int64_t rounds = 1;
    for (const int n : plan_of(params)) rounds += n;
    return kBarrierSteps * rounds * params.at("blocks") * params.at("threads");
  });
  for_cases(space, [](const Params& params) {
    const std::vector<int> plan = plan_of(params);
    const auto start = static_cast<std::uint32_t>(params.at("start"));
    INFO(text_of_goals(start, params.at("ages")));
    sort({.n = 0,
          .shape = {{params.at("blocks")}, {params.at("threads")}},
          .start = start,
          .launches = static_cast<std::int64_t>(plan.size()),
          .plan = plan,
          .ages = params.at("ages"),
          .asks_goals = true},
         true, 33);
  });
}

LAB_CHECK_ON("3b", 3, functional, sim,
             "the sort is shared out: several blocks sort, with several threads each") {
  const Work work = {512, {{2}, {4}}};
  INFO(text(work), ", the greatest first");
  const Cheaper cheaper(200);
  const AtLeast enough(5);
  Params params = params_of(work, true, 36);
  params["watch"] = 1;
  Sharers sharers;
  const bool shared = explore("sort", params).may_be_some([&](const Outcome& outcome) {
    return sharers.share(outcome);
  });
  REQUIRE_MESSAGE(shared, "in every schedule ",
                  sharers.text(work.shape.grid.count(),
                               "a share of the sort (16 accesses or more per thread)"));
}

void sort_in_a_crowd(bool reversed, std::uint32_t seed) {
  std::vector<Work> works = {
      {7, {{3}, {1}, 8}}, {5, {{2}, {2}, 4}}, {5, {{2}, {2, 2}, 10}}};
  if (on_gpu()) works = {{1000, {{2}, {8, 8}}}, {3000, {{40}, {101}, 10}}};
  for (const Work& work : works) sort(work, reversed, seed);
  if (on_gpu()) return;
  // What is unordered is unordered in all schedules, so a few per case are enough.
  for_cases(any_sort(2), [&](const Params& params) {
    const Cheaper few(50);
    sort_any(params, seed);
  });
}

LAB_CHECK("3b", 9, ordering, "each round sees the whole round before it") {
  sort_in_a_crowd(false, 34);
}

LAB_CHECK("3b", 9, strict,
          "each round sees the one before it, to the letter of the rules") {
  sort_in_a_crowd(true, 35);
}

}  // namespace
