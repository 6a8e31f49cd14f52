// The checks of lab 02.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using gridlock::DeviceModel;
using gridlock::Params;
using gridlock::check::as_sequence;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;

// What memory holds that nobody has written.
constexpr std::int64_t kUnwritten = 0xa5a5a5a5;

// As CUDA has them.
constexpr std::int64_t kSuccess = 0, kNotYetImplemented = 31, kTooLarge = 720;

std::string error_name(std::int64_t error) {
  if (error == kSuccess) return "cudaSuccess";
  if (error == kNotYetImplemented) return "cudaErrorNotYetImplemented";
  if (error == kTooLarge) return "cudaErrorCooperativeLaunchTooLarge";
  return "error " + std::to_string(error);
}

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

// ---- Shapes ------------------------------------------------------------------------

struct Extent {
  std::int64_t x, y = 1, z = 1;
  std::int64_t count() const { return x * y * z; }
};

struct Shape {
  Extent grid, block;
  int divisor = 1;  // How many times fewer executions than the default.
};

// "3 blocks of 5 threads", "2 x 2 x 1 blocks of 2 x 1 x 2 threads".
std::string text(const Extent& extent, const std::string& noun) {
  if (extent.y == 1 && extent.z == 1) return counted(extent.x, noun);
  return std::to_string(extent.x) + " x " + std::to_string(extent.y) + " x " +
         std::to_string(extent.z) + " " + noun + "s";
}

std::string text(const Shape& shape) {
  return text(shape.grid, "block") + " of " + text(shape.block, "thread");
}

void set_shape(Params& params, const Shape& shape) {
  params["grid_x"] = shape.grid.x;
  params["grid_y"] = shape.grid.y;
  params["grid_z"] = shape.grid.z;
  params["block_x"] = shape.block.x;
  params["block_y"] = shape.block.y;
  params["block_z"] = shape.block.z;
}

// The modelled device holds 8 blocks at a time; any GPU with CUDA 13 has room for 40
// blocks of 256 threads, and tells if it does not.
std::vector<Shape> grids() {
  if (on_gpu())
    return {{{1}, {1}}, {{1}, {256}}, {{7}, {1}}, {{3}, {101}}, {{40}, {256}}};
  return {{{1}, {4}, 4}, {{2}, {1}, 2}, {{4}, {1}, 2}, {{3}, {2}, 2}, {{8}, {2}, 8}};
}

// At least two blocks, some with several warps.
std::vector<Shape> crowds() {
  if (on_gpu()) return {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{2}, {2}, 2}, {{3}, {3}, 4}, {{8}, {2}, 10}, {{2}, {40}, 50}};
}

std::vector<Shape> boxes() {
  if (on_gpu())
    return {
        {{3}, {8, 9}}, {{2, 3}, {32}}, {{2, 3, 4}, {4, 3, 2}}, {{1, 1, 9}, {1, 8, 8}}};
  return {{{2}, {2, 2}, 4},
          {{2, 2}, {1, 2}, 4},
          {{1, 2, 3}, {1, 1, 2}, 4},
          {{3, 1, 1}, {1, 2, 2}, 4}};
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

// ---- 2a: the barrier ---------------------------------------------------------------

// What a thread makes of one slot of each block in the scenarios' digest().
std::int64_t digest_of(const Shape& shape, std::int64_t thread, std::int64_t round,
                       std::uint32_t seed) {
  const std::int64_t threads = shape.block.count();
  const std::int64_t first = round * shape.grid.count() * threads;
  std::uint32_t sum = 0;
  for (std::int64_t block = 0; block < shape.grid.count(); ++block) {
    const std::int64_t slot = block * threads + (thread + block + round) % threads;
    sum = sum * 31 + element(first + slot, seed);
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
};

// Every thread of every block saw, in every round, what threads of all blocks wrote.
void check_seen(const Outcome& outcome, const Meeting& meeting) {
  const auto& seen = outcome["seen"];
  std::size_t at = 0;
  for (std::int64_t launch = 0; launch < meeting.launches; ++launch) {
    Shape shape = meeting.shape;
    shape.grid.x += launch;
    const std::int64_t threads = shape.block.count();
    const std::int64_t all = shape.grid.count() * threads;
    REQUIRE(seen.size() >= at + static_cast<std::size_t>(meeting.rounds * all));
    for (std::int64_t round = 0; round < meeting.rounds; ++round)
      for (std::int64_t me = 0; me < all; ++me, ++at) {
        const auto seed = meeting.seed + static_cast<std::uint32_t>(launch);
        const bool right = seen[at] == digest_of(shape, me % threads, round, seed);
        REQUIRE_MESSAGE(right, "launch ", launch + 1, ", round ", round + 1, ": thread ",
                        me % threads, " of block ", me / threads,
                        " left the barrier and did not see what all blocks had written");
      }
  }
  REQUIRE(seen.size() == at);
}

// "goals 3, 6, 9, 12, ...": what the counter is at the end of the first barriers.
std::string goals_of(const Meeting& meeting) {
  constexpr std::int64_t kShown = 4;
  const std::int64_t barriers = meeting.rounds * (meeting.scenario == "tell" ? 1 : 2);
  std::string goals = barriers == 1 ? "goal" : "goals";
  auto goal = meeting.start;
  for (std::int64_t barrier = 0; barrier < barriers && barrier < kShown; ++barrier) {
    goal += static_cast<std::uint32_t>(meeting.shape.grid.count());
    goals += (barrier == 0 ? " " : ", ") + std::to_string(goal);
  }
  if (barriers > kShown) goals += ", ...";
  return goals + (meeting.launches > 1 ? "; then with 1 and 2 blocks more" : "");
}

// "4294967293, as an int -3": a finding may show a word in either way.
std::string text_of_word(std::uint32_t word) {
  const auto as_int = static_cast<std::int32_t>(word);
  return std::to_string(word) +
         (as_int < 0 ? ", as an int " + std::to_string(as_int) : "");
}

// On the GPU some blocks come late; on the simulator the schedules see to that.
void meet(const Meeting& meeting) {
  INFO(text(meeting.shape), ", ", goals_of(meeting));
  const Cheaper cheaper(meeting.shape.divisor);
  Params params = {{"rounds", meeting.rounds},
                   {"start", static_cast<std::int64_t>(meeting.start)},
                   {"launches", meeting.launches},
                   {"seed", meeting.seed},
                   {"late", on_gpu() ? 2'000 : 0}};
  set_shape(params, meeting.shape);
  explore(meeting.scenario, params,
          [&](const Outcome& outcome) { check_seen(outcome, meeting); });
}

LAB_CHECK("2a", 8, functional, "no thread leaves the barrier before all blocks arrived") {
  for (const Shape& shape : grids()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("2a", 8, functional,
          "many rounds: a block that runs ahead leaves no other behind") {
  for (const Shape& shape : grids())
    meet({.shape = shape, .rounds = on_gpu() ? 100 : 4, .seed = 12});
}

LAB_CHECK("2a", 5, functional, "blocks and grids of two and three dimensions") {
  for (const Shape& shape : boxes()) meet({.shape = shape, .rounds = 2, .seed = 13});
  for (const CaseSpace& space : {small_boxes(), boxes_of_two_warps()})
    for_cases(space, [](const Params& params) {
      meet({.shape = shape_of(params), .rounds = 2, .seed = 13});
    });
}

LAB_CHECK("2a", 5, functional, "the counter may pass 2^31 and 2^32 on the way") {
  std::vector<Shape> shapes = {{{2}, {1}, 4}, {{3}, {2}, 4}, {{5}, {1}, 4}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  for (const std::uint32_t middle : {0u, 0x80000000u})
    for (const Shape& shape : shapes) {
      const auto early = static_cast<std::uint32_t>(2 * shape.grid.count() - 1);
      INFO("a counter that begins at ", text_of_word(middle - early));
      meet({.shape = shape, .rounds = 4, .start = middle - early, .seed = 14});
    }
}

LAB_CHECK("2a", 4, functional,
          "the next launch goes on from there, with more blocks, without the host") {
  for (const Shape& shape : {Shape{{1}, {3}, 4}, Shape{{2}, {1}, 4}, Shape{{3}, {2}, 8}})
    meet({.shape = shape, .rounds = 2, .launches = 3, .seed = 15});
}

LAB_CHECK(
    "2a", 10, ordering,
    "what any thread wrote before is visible to every thread of every block after") {
  for (const Shape& shape : crowds()) meet({.shape = shape, .rounds = 2, .seed = 16});
  for_cases(rows_of_two_warps(),
            [](const Params& params) { meet({.shape = shape_of(params), .seed = 16}); });
}

LAB_CHECK("2a", 10, ordering,
          "what a thread read before the barrier may be written over after it") {
  for (const Shape& shape : crowds())
    meet({.scenario = "tell_again", .shape = shape, .rounds = 2, .seed = 17});
}

// ---- 2b: the kernel ----------------------------------------------------------------

// What `rounds` rounds make of these elements.
std::vector<std::uint32_t> rounds_of(std::vector<std::uint32_t> from,
                                     std::int64_t rounds) {
  std::vector<std::uint32_t> to(from.size());
  for (std::int64_t round = 0; round < rounds; ++round, std::swap(from, to)) {
    const std::size_t reach = std::size_t{1} << round;
    for (std::size_t i = 0; i < from.size(); ++i)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
  }
  return from;
}

std::vector<std::uint32_t> elements(std::int64_t n, std::uint32_t seed) {
  std::vector<std::uint32_t> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(element(i, seed));
  return all;
}

struct Work {
  std::int64_t n, rounds;
  Shape shape;
  std::uint32_t start = 0;
};

std::string text(const Work& work) {
  return "n = " + std::to_string(work.n) + ", " + counted(work.rounds, "round") + ", " +
         text(work.shape);
}

Params params_of(const Work& work, std::uint32_t seed) {
  Params params = {{"n", work.n},
                   {"rounds", work.rounds},
                   {"start", static_cast<std::int64_t>(work.start)},
                   {"seed", seed}};
  set_shape(params, work.shape);
  return params;
}

// The values from `first` on are the expected ones.
void check_elements(const std::vector<std::int64_t>& result, std::size_t first,
                    const std::vector<std::uint32_t>& expected) {
  REQUIRE(result.size() >= first + expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::int64_t value = result[first + i];
    REQUIRE_MESSAGE((value != kUnwritten || expected[i] == kUnwritten),
                    "nobody wrote element ", i, " in the last round");
    REQUIRE_MESSAGE(value == expected[i], "element ", i, " is ", value, "; ", expected[i],
                    " is right");
  }
}

void check_result(const Outcome& outcome, const std::vector<std::uint32_t>& expected) {
  const auto& result = outcome["result"];
  REQUIRE(result.size() == expected.size());
  check_elements(result, 0, expected);
}

void work(const Work& work, std::uint32_t seed) {
  INFO(text(work));
  const Cheaper cheaper(work.shape.divisor);
  const auto expected = rounds_of(elements(work.n, seed), work.rounds);
  explore("phases", params_of(work, seed),
          [&](const Outcome& outcome) { check_result(outcome, expected); });
}

LAB_CHECK("2b", 6, functional, "phases is right for any n, any grid and any rounds") {
  std::vector<Work> works = {
      {0, 3, {{2}, {2}, 20}}, {1, 2, {{3}, {1}, 20}},    {5, 0, {{2}, {2}, 20}},
      {5, 1, {{1}, {4}, 20}}, {3, 2, {{4}, {2}, 10}},    {7, 3, {{2}, {2}, 4}},
      {9, 4, {{3}, {1}, 4}},  {40, 6, {{2}, {33}, 100}}, {2, 30, {{3}, {1}, 20}}};
  if (on_gpu())
    works = {{0, 3, {{2}, {64}}},     {1, 2, {{3}, {32}}},
             {5, 30, {{2}, {64}}},    {1000, 10, {{1}, {256}}},
             {100, 7, {{40}, {128}}}, {10'000, 14, {{40}, {101}}}};
  for (const Work& one : works) work(one, 21);
}

LAB_CHECK("2b", 4, functional, "phases is right in two and three dimensions") {
  for (const Shape& shape : boxes()) work({on_gpu() ? 2000 : 13, 3, shape}, 22);
  for_cases(small_boxes(), [](const Params& params) {
    work({13, 2, shape_of(params)}, 22);
  });
}

LAB_CHECK("2b", 4, functional, "phases goes on from any start, also past 2^32") {
  std::vector<Shape> shapes = {{{2}, {2}, 4}, {{3}, {1}, 4}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{40}, {101}}};
  for (const std::uint32_t start : {1000u, 0xfffffffcu})
    for (const Shape& shape : shapes) {
      INFO("a counter that begins at ", text_of_word(start));
      work({on_gpu() ? 500 : 6, 4, shape, start}, 23);
    }
}

LAB_CHECK("2b", 12, ordering, "each round of phases sees the whole round before it") {
  std::vector<Work> works = {{6, 3, {{2}, {2}, 2}},
                             {9, 2, {{3}, {3}, 4}},
                             {5, 3, {{4}, {1}, 2}},
                             {70, 2, {{2}, {33}, 50}}};
  if (on_gpu()) works = {{1000, 10, {{2}, {64}}}, {10'000, 14, {{40}, {101}}}};
  for (const Work& one : works) work(one, 24);
}

// ---- 2c: the launch ----------------------------------------------------------------

// Models of devices, as far as the GPU is not one already.
std::vector<DeviceModel> devices() {
  if (on_gpu()) return {{}};
  return {{}, {.sms = 3, .blocks_per_sm = 1}, {.sms = 1, .blocks_per_sm = 5}};
}

// For checks that fill the device.
DeviceModel small_device() { return {.sms = 3, .blocks_per_sm = 1}; }

LAB_CHECK("2c", 4, functional,
          "residentBlocks is what the device holds, for small blocks and large ones") {
  const Cheaper cheaper(100);
  for (const DeviceModel& device : devices())
    for (const Extent& block :
         {Extent{1}, Extent{1024}, Extent{8, 8, 4}, Extent{5, 100}}) {
      INFO("blocks of ", text(block, "thread"));
      Params params;
      set_shape(params, {{1}, block});
      const auto judge = [](const Outcome& outcome) {
        REQUIRE_MESSAGE(outcome.value("error") == kSuccess, "residentBlocks returned ",
                        error_name(outcome.value("error")));
        REQUIRE_MESSAGE(outcome.value("blocks") == outcome.value("places"),
                        "the device holds ", outcome.value("places"),
                        " of these blocks at a time, not ", outcome.value("blocks"));
      };
      explore("resident", params, judge, device);
    }
}

// A launch that fills the device, or is to be one block too large for it.
void fill_device(std::int64_t extra, std::uint32_t seed) {
  const Cheaper cheaper(10);
  std::vector<Work> works = {{7, 2, {{0}, {2}}}, {5, 3, {{0}, {1, 2}}}};
  if (on_gpu()) works = {{1000, 3, {{0}, {64}}}, {5000, 4, {{0}, {8, 4, 8}}}};
  for (const Work& work : works) {
    INFO("blocks of ", text(work.shape.block, "thread"),
         extra > 0 ? ", one too many of them, then as many as fit" : ", as many as fit");
    const auto expected = rounds_of(elements(work.n, seed), work.rounds);
    Params params = params_of(work, seed);
    params["extra"] = extra;
    const auto judge = [&](const Outcome& outcome) {
      std::vector<std::int64_t> errors = {kSuccess};
      if (extra > 0) errors = {kTooLarge, kSuccess};
      const auto& got = outcome["error"];
      REQUIRE(!got.empty());
      REQUIRE_MESSAGE(got[0] == errors[0], "launchPhases returned ", error_name(got[0]),
                      "; right is ", error_name(errors[0]));
      REQUIRE_MESSAGE(got == errors, "the launch after the refused one fails as well");
      check_result(outcome, expected);
    };
    explore("full_device", params, judge, small_device());
  }
}

LAB_CHECK("2c", 3, functional, "as many blocks as the device holds run, and meet") {
  fill_device(0, 31);
}

LAB_CHECK("2c", 3, functional,
          "one block more is refused at once, and harms no later launch") {
  fill_device(1, 32);
}

std::vector<Work> rows() {
  if (on_gpu()) return {{1000, 3, {{2}, {64}}}, {5000, 4, {{20}, {101}}}};
  return {{4, 2, {{1}, {2}, 4}}, {6, 2, {{2}, {2}, 8}}, {5, 2, {{2, 2}, {1}, 8}}};
}

// With an even number of rounds each launch goes on with the result of the one before.
void launch_in_a_row(std::uint32_t start, std::uint32_t seed) {
  constexpr std::int64_t kLaunches = 3;
  for (Work work : rows()) {
    work.rounds += work.rounds % 2;
    work.start = start;
    INFO(text(work), ", then with 1 and 2 blocks more");
    const Cheaper cheaper(work.shape.divisor);
    auto expected = elements(work.n, seed);
    for (int launch = 0; launch < kLaunches; ++launch)
      expected = rounds_of(expected, work.rounds);
    Params params = params_of(work, seed);
    params["launches"] = kLaunches;
    explore("in_a_row", params,
            [&](const Outcome& outcome) { check_result(outcome, expected); });
  }
}

struct PlannedLaunch {
  std::int64_t n, rounds, more_blocks;
};

PlannedLaunch launch_of(int kind) {
  static constexpr PlannedLaunch kKinds[] = {{0, 2, 0}, {5, 2, 0}, {5, 0, 0},
                                             {5, 3, 2}, {1, 1, 0}, {0, 0, 1}};
  return kKinds[kind];
}

CaseSpace plans() {
  CaseSpace space;
  space.sequence("plan", 6, 4, {{0, 1}, {2, 1}, {1, 0, 3}, {5, 3}, {4, 0, 2, 1}});
  space.number("blocks", 1, 4, {1, 2}).number("threads", 1, 3, {1, 2});
  space.number("before", 0, 12, {0, 5});
  return space.cost([](const Params& params) {
    const auto launches =
        static_cast<std::int64_t>(as_sequence(params.at("plan")).size());
    return 2 * kBarrierSteps * launches * params.at("blocks") * params.at("threads");
  });
}

// Launches of nothing, of no round, of other grids, mixed; the counter passes 2^32.
void launch_as_planned(const Params& params) {
  constexpr std::uint32_t kSeed = 36;
  std::vector<std::uint32_t> expected;
  std::uint32_t seed = kSeed;
  Params given = {{"launches", 0}, {"seed", kSeed}};
  for (const int kind : as_sequence(params.at("plan"))) {
    const PlannedLaunch launch = launch_of(kind);
    const std::string which = std::to_string(given["launches"]++);
    given["n" + which] = launch.n;
    given["rounds" + which] = launch.rounds;
    given["blocks" + which] = params.at("blocks") + launch.more_blocks;
    const auto result = rounds_of(elements(launch.n, seed++), launch.rounds);
    expected.insert(expected.end(), result.begin(), result.end());
  }
  given["threads"] = params.at("threads");
  given["start"] = static_cast<std::uint32_t>(-params.at("before"));
  explore("planned", given,
          [&](const Outcome& outcome) { check_result(outcome, expected); });
}

LAB_CHECK("2c", 3, functional,
          "three launches in a row work, with other grids, and nobody resets anything") {
  launch_in_a_row(0, 33);
  for_cases(plans(), launch_as_planned);
}

LAB_CHECK("2c", 3, functional,
          "launches in two streams: each follows what is in its own, neither hangs") {
  constexpr std::uint32_t kSeed = 34;
  INFO("two grids that fill the device each; a is written in the stream just before");
  const Work work = on_gpu() ? Work{1000, 4, {{0}, {64}}} : Work{5, 2, {{0}, {2}}};
  const Cheaper cheaper(10);
  const auto first = rounds_of(elements(work.n, kSeed), work.rounds);
  const auto second = rounds_of(elements(work.n, kSeed + 1), work.rounds);
  const auto judge = [&](const Outcome& outcome) {
    const auto& result = outcome["result"];
    REQUIRE(result.size() == first.size() + second.size());
    check_elements(result, 0, first);
    check_elements(result, first.size(), second);
  };
  explore("two_streams", params_of(work, kSeed), judge, small_device());
}

LAB_CHECK("2c", 8, ordering, "each launch sees all that the one before it wrote") {
  launch_in_a_row(0xfffffff0u, 35);
}

}  // namespace
