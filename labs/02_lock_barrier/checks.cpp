// The checks of lab 02.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>
#include <gridlock/sharing.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
using gridlock::check::on_sim;
using gridlock::check::Outcome;
using gridlock::check::Patient;
using gridlock::check::Sharers;
using gridlock::check::would_fail;

// What unwritten memory holds.
constexpr std::int64_t kUnwritten = 0xa5a5a5a5;

// As CUDA has them.
constexpr std::int64_t kSuccess = 0, kNotYetImplemented = 31, kTooLarge = 720;
constexpr std::int64_t kInvalidValue = 1, kOutOfMemory = 2, kInvalidConfiguration = 9,
                       kInvalidDevice = 101;

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
// blocks of 256 threads, or reports that it has not.
std::vector<Shape> grids() {
  if (on_gpu())
    return {{{1}, {1}}, {{1}, {256}}, {{7}, {1}}, {{3}, {101}}, {{40}, {256}}};
  return {{{1}, {4}, 4}, {{2}, {1}, 2}, {{4}, {1}, 2}, {{3}, {2}, 2}, {{8}, {2}, 8}};
}

// A device with so many places, for blocks of any size.
DeviceModel with_room_for(std::int64_t blocks) {
  constexpr int kEach = 2, kPlacesMin = 8;
  const int places = std::max(static_cast<int>(blocks), kPlacesMin);
  return {.sms = (places + kEach - 1) / kEach, .blocks_per_sm = kEach};
}

// So many blocks that a count in a byte, in the bits of a word, or up to another round
// number overflows.
std::vector<Shape> vast_grids() {
  if (on_gpu()) return {{{0}, {1}}, {{0}, {33}}};
  return {{{65}, {1}, 100}, {{130}, {2}, 500}, {{520}, {1}, 1000}};
}

// The largest possible blocks.
std::vector<Shape> full_blocks() {
  return {{{2}, {1024}, 500},
          {{3}, {32, 32}, 500},
          {{2}, {8, 8, 16}, 500},
          {{2}, {1, 16, 64}, 500}};
}

// At least two blocks, some with several warps.
std::vector<Shape> crowds() {
  if (on_gpu()) return {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{2}, {2}, 2}, {{3}, {3}, 4}, {{8}, {2}, 10}, {{2}, {40}, 50}};
}

std::vector<Shape> boxes() {
  if (on_gpu())
    return {{{3}, {8, 9}},           {{2, 3}, {32}},       {{2, 3, 4}, {4, 3, 2}},
            {{1, 1, 9}, {1, 8, 8}},  {{1, 9}, {1, 1, 64}}, {{1, 1, 40}, {16, 4}},
            {{1, 40, 1}, {1, 33, 3}}};
  return {{{2}, {2, 2}, 4},          {{2, 2}, {1, 2}, 4},      {{1, 2, 3}, {1, 1, 2}, 4},
          {{3, 1, 1}, {1, 2, 2}, 4}, {{1, 1, 3}, {1}, 8},      {{1, 3}, {1, 3}, 8},
          {{1, 1, 2}, {1, 1, 5}, 8}, {{1, 2}, {1, 1, 33}, 50}, {{2}, {16, 4}, 50},
          {{1, 1, 2}, {1, 40}, 50}};
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

// Any shape of up to 8 blocks of up to 12 threads.
CaseSpace small_boxes() {
  CaseSpace space;
  space.number("grid_x", 1, 8, {1, 4, 5, 8}).number("grid_y", 1, 8, {1, 3});
  space.number("grid_z", 1, 8, {1, 2});
  space.number("block_x", 1, 12, {1, 2, 5}).number("block_y", 1, 12, {1, 3});
  space.number("block_z", 1, 12, {1, 2});
  return that_fit(space, 1, 12);
}

// Rows of threads: one block, a few, many; one thread, a warp, more.
CaseSpace rows_of_threads() {
  CaseSpace space;
  space.number("grid_x", 1, 70, {1, 2, 8, 33, 65}).number("grid_y", 1, 1);
  space.number("grid_z", 1, 1).number("block_y", 1, 1).number("block_z", 1, 1);
  space.number("block_x", 1, 100, {1, 2, 31, 32, 33, 65, 100});
  space.where([](const Params& params) {
    return params.at("grid_x") * params.at("block_x") <= 200;
  });
  return space.cost([](const Params& params) {
    return 2 * kBarrierSteps * params.at("grid_x") * params.at("block_x");
  });
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
                        " left the barrier without seeing what all blocks had written");
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
  const auto judge = [&](const Outcome& outcome) { check_seen(outcome, meeting); };
  explore(meeting.scenario, params, judge, with_room_for(meeting.shape.grid.count()));
}

// Meets twice, or on a GPU more often; what matters here is that the kernel ends.
void meet_only(const Shape& shape) {
  const std::int64_t rounds = on_gpu() ? 30 : 2;
  INFO(std::string(shape.grid.x == 0 ? "as many blocks as fit" : text(shape)));
  const Cheaper cheaper(shape.divisor);
  Params params = {{"rounds", rounds}};
  set_shape(params, shape);
  const auto judge = [&](const Outcome& outcome) {
    for (const std::int64_t met : outcome["met"])
      REQUIRE_MESSAGE(met == rounds, "a block left the barrier ",
                      counted(rounds - met, "time"), " before others had come");
  };
  explore("meet_only", params, judge, with_room_for(shape.grid.count()));
}

// All shapes for checks about order: few schedules of each, since what is unordered is
// unordered in all of them.
void meet_in_any_shape(const Meeting& meeting) {
  const auto meet_in = [&](const Shape& shape, std::int64_t rounds) {
    Meeting one = meeting;
    one.shape = shape;
    one.rounds = rounds;
    meet(one);
  };
  for (const Shape& shape : crowds()) meet_in(shape, 2);
  if (on_gpu()) return;
  for_cases(rows_of_threads(),
            [&](const Params& params) { meet_in(shape_of(params), 1); });
  for (const Shape& shape : {Shape{{130}, {1}, 500}, {{2}, {1024}, 500}})
    meet_in(shape, 1);
}

LAB_CHECK("2a", 8, functional, "no thread leaves the barrier before all blocks arrived") {
  const Patient patient;
  for (const Shape& shape : grids()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("2a", 8, functional,
          "many rounds: a block that runs ahead leaves no other behind") {
  for (const Shape& shape : grids())
    meet({.shape = shape, .rounds = on_gpu() ? 100 : 4, .seed = 12});
  for (const Shape& shape : vast_grids()) meet_only(shape);
  // More rounds than a byte counts, or on a GPU two bytes.
  const Shape pair = {{2}, {1}, on_gpu() ? 100 : 200};
  meet({.shape = pair, .rounds = on_gpu() ? 70'000 : 300, .seed = 12});
}

LAB_CHECK("2a", 5, functional, "blocks and grids of two and three dimensions") {
  for (const Shape& shape : boxes()) meet({.shape = shape, .rounds = 2, .seed = 13});
  for (const Shape& shape : full_blocks())
    meet({.shape = shape, .rounds = 2, .seed = 13});
  if (!on_gpu()) meet({.shape = {{5, 7, 3}, {2, 1, 2}, 500}, .seed = 13});
  for (const CaseSpace& space : {small_boxes(), boxes_of_two_warps()})
    for_cases(space, [](const Params& params) {
      meet({.shape = shape_of(params), .rounds = 2, .seed = 13});
    });
}

LAB_CHECK("2a", 5, functional,
          "the counter may begin anywhere, and pass 2^31 and 2^32 on the way") {
  const Shape shape = on_gpu() ? Shape{{40}, {256}} : Shape{{3}, {2}, 4};
  for (const std::uint32_t middle : {0u, 0x80000000u}) {
    const auto early = static_cast<std::uint32_t>(2 * shape.grid.count() - 1);
    INFO("a counter that begins at ", text_of_word(middle - early));
    meet({.shape = shape, .rounds = 4, .start = middle - early, .seed = 14});
  }
  CaseSpace space;
  space.number("start", 0, 0xffffffff,
               {0, 1, 0x7ffffff9, 0x7fffffff, 0x80000000, 0xfffffff9, 0xffffffff});
  space.number("grid_x", 1, 8, {1, 2, 5, 8}).number("block_x", 1, 5, {1, 2});
  space.number("rounds", 1, 6, {1, 4, 6});
  space.cost([](const Params& params) {
    return kBarrierSteps * params.at("rounds") * params.at("grid_x") *
           params.at("block_x");
  });
  for_cases(space, [](const Params& params) {
    const auto start = static_cast<std::uint32_t>(params.at("start"));
    INFO("a counter that begins at ", text_of_word(start));
    meet({.shape = {{params.at("grid_x")}, {params.at("block_x")}},
          .rounds = params.at("rounds"),
          .start = start,
          .seed = 14});
  });
}

LAB_CHECK("2a", 4, functional,
          "the next launch goes on from there, with more blocks, without the host") {
  for (const Shape& shape : {Shape{{1}, {3}, 4}, Shape{{2}, {1}, 4}, Shape{{3}, {2}, 8}})
    meet({.shape = shape, .rounds = 2, .launches = 3, .seed = 15});
}

LAB_CHECK(
    "2a", 10, ordering,
    "what any thread wrote before is visible to every thread of every block after") {
  meet_in_any_shape({.shape = {}, .seed = 16});
}

LAB_CHECK("2a", 10, ordering,
          "what a thread read before the barrier may be written over after it") {
  meet_in_any_shape({.scenario = "tell_again", .shape = {}, .seed = 17});
}

// ---- 2b: the kernel ----------------------------------------------------------------

using Elements = std::vector<std::uint32_t>;

// The two arrays that phases works on.
struct Pair {
  Elements a, b;
  // Both before the first round, and after each but the last; of long arrays nothing.
  std::vector<std::pair<Elements, Elements>> earlier{};
};

// What `rounds` rounds make of these arrays.
Pair rounds_of(Pair pair, std::int64_t rounds) {
  constexpr std::size_t kLong = 1000;
  pair.earlier.clear();
  for (std::int64_t round = 0; round < rounds; ++round) {
    if (pair.a.size() < kLong) pair.earlier.emplace_back(pair.a, pair.b);
    const Elements& from = round % 2 == 0 ? pair.a : pair.b;
    Elements& to = round % 2 == 0 ? pair.b : pair.a;
    const std::size_t reach = std::size_t{1} << round;
    for (std::size_t i = 0; i < from.size(); ++i)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
  }
  return pair;
}

// As the scenarios begin: a is set, b is unwritten.
Pair elements(std::int64_t n, std::uint32_t seed) {
  Elements all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(element(i, seed));
  return {all, Elements(all.size(), std::uint32_t{kUnwritten})};
}

struct Work {
  std::int64_t n, rounds;
  Shape shape;
  std::uint32_t start = 0;
  std::int64_t offset = 0;  // Elements between the start of the memory and the arrays.
};

std::string text(const Work& work) {
  std::string words = "n = " + std::to_string(work.n) + ", " +
                      counted(work.rounds, "round") + ", " + text(work.shape);
  if (work.start != 0) words += ", start = " + std::to_string(work.start);
  if (work.offset != 0)
    words += ", arrays from element " + std::to_string(work.offset) + " on";
  return words;
}

Params params_of(const Work& work, std::uint32_t seed) {
  Params params = {{"n", work.n},
                   {"rounds", work.rounds},
                   {"start", static_cast<std::int64_t>(work.start)},
                   {"offset", work.offset},
                   {"seed", seed}};
  set_shape(params, work.shape);
  return params;
}

// ", as after round 2": if this element of the array got the value in an earlier round.
std::string as_earlier(const Pair& pair, bool in_a, std::size_t i, std::int64_t value) {
  const auto had_it_after = [&](std::size_t round) {
    const auto& [a, b] = pair.earlier[round];
    return (in_a ? a : b)[i] == value;
  };
  std::size_t rounds = pair.earlier.size();
  while (rounds > 0 && !had_it_after(rounds - 1)) --rounds;
  if (rounds == 0) return "";
  while (rounds > 1 && had_it_after(rounds - 2)) --rounds;
  return rounds == 1 ? ", as before the first round"
                     : ", as after round " + std::to_string(rounds - 1);
}

// The values of this array from `first` on are the expected ones.
void check_elements(const Outcome& outcome, std::size_t first, const Pair& pair,
                    bool in_a) {
  const char* const array = in_a ? "a" : "b";
  const Elements& expected = in_a ? pair.a : pair.b;
  const auto& result = outcome[array];
  REQUIRE(result.size() >= first + expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::int64_t value = result[first + i];
    const std::string element = array + std::string("[") + std::to_string(i) + "]";
    REQUIRE_MESSAGE((value != kUnwritten || expected[i] == kUnwritten), element,
                    " was never written");
    REQUIRE_MESSAGE((value == expected[i] || expected[i] != kUnwritten), element, " is ",
                    value, ", but it should not have been written");
    REQUIRE_MESSAGE(value == expected[i], element, " is ", value,
                    as_earlier(pair, in_a, i, value), "; it should be ", expected[i]);
  }
}

// Likewise for both arrays, from element `first` on; the array that the last round wrote
// comes first.
void check_pair(const Outcome& outcome, std::size_t first, const Pair& expected,
                std::int64_t rounds) {
  const bool ends_in_a = rounds % 2 == 0;
  if (ends_in_a) check_elements(outcome, first, expected, true);
  check_elements(outcome, first, expected, false);
  if (!ends_in_a) check_elements(outcome, first, expected, true);
}

void check_result(const Outcome& outcome, const Pair& expected, std::int64_t rounds) {
  REQUIRE(outcome["a"].size() == expected.a.size());
  check_pair(outcome, 0, expected, rounds);
  for (const std::int64_t touched : outcome["touched"])
    REQUIRE_MESSAGE(touched == 0, counted(touched, "element"),
                    " outside the array changed");
}

void work(const Work& work, std::uint32_t seed) {
  INFO(text(work));
  const Cheaper cheaper(work.shape.divisor);
  const auto expected = rounds_of(elements(work.n, seed), work.rounds);
  const auto judge = [&](const Outcome& outcome) {
    check_result(outcome, expected, work.rounds);
  };
  explore("phases", params_of(work, seed), judge, with_room_for(work.shape.grid.count()));
}

// Any length from 0 on; grids that it neither fills nor divides evenly; any start.
CaseSpace any_work() {
  CaseSpace space;
  space.number("n", 0, 200, {0, 1, 2, 31, 33, 49, 196});
  space.number("rounds", 0, 30, {0, 1, 2, 3, 8, 30});
  space.number("blocks", 1, 70, {1, 2, 7, 8, 49, 65});
  space.number("threads", 1, 40, {1, 2, 3, 33});
  space.number("start", 0, 0xffffffff, {0, 1000, 0x7ffffffe, 0xfffffffc});
  space.number("offset", 0, 3, {0, 1});
  space.where([](const Params& params) {
    return params.at("blocks") * params.at("threads") * (1 + params.at("rounds")) <= 500;
  });
  return space.cost([](const Params& params) {
    return (1 + params.at("rounds")) *
           (kBarrierSteps * params.at("blocks") * params.at("threads") +
            3 * params.at("n"));
  });
}

void work_any(const Params& params, std::uint32_t seed) {
  work({params.at("n"),
        params.at("rounds"),
        {{params.at("blocks")}, {params.at("threads")}},
        static_cast<std::uint32_t>(params.at("start")),
        params.at("offset")},
       seed);
}

// What all rounds make of the elements 0, 1, 2, ...: element i becomes the sum of this
// many elements up to i.
std::uint32_t large_value(std::int64_t i, std::int64_t rounds) {
  const auto reach = static_cast<std::uint64_t>(1) << rounds;
  const auto at = static_cast<std::uint64_t>(i);
  const std::uint64_t many = std::min(reach, at + 1);
  return static_cast<std::uint32_t>(many * at - many * (many - 1) / 2);
}

// The sum of large_value(i, rounds) over all i < n.
std::uint32_t large_sum(std::int64_t n, std::int64_t rounds) {
  const auto all = static_cast<std::uint64_t>(n);
  const std::uint64_t reach = std::uint64_t{1} << rounds, first = std::min(reach, all);
  // The first ones are the triangular numbers: 0, 1, 3, 6, ...
  const std::uint64_t triangle = first * (first - 1) / 2, next = first + 1;
  const std::uint64_t first_sum =
      triangle % 3 == 0 ? triangle / 3 * next : triangle * (next / 3);
  const std::uint64_t indices = all * (all - 1) / 2 - first * (first - 1) / 2;
  return static_cast<std::uint32_t>(first_sum + reach * indices -
                                    (all - first) * (reach * (reach - 1) / 2));
}

// The longest arrays: products with a length, and lengths in bytes, pass 2^32.
void work_on_large_arrays() {
  constexpr std::int64_t kMost = 1 << 30, kSteps = 1 << 12;
  for (const std::int64_t rounds : {3, 30}) {
    INFO("n = 2^30, or as many as fit, ", rounds, " rounds");
    const Cheaper once(200);
    Params params = {{"n", kMost}, {"rounds", rounds}};
    set_shape(params, {{1}, {1024}});
    explore("phases_large", params, [&](const Outcome& outcome) {
      const std::int64_t n = outcome.value("n");
      REQUIRE((n <= kMost && n > kMost / kSteps));
      const auto& at = outcome["at"];
      const auto& value = outcome["value"];
      REQUIRE(at.size() == value.size());
      for (std::size_t k = 0; k < at.size(); ++k)
        REQUIRE_MESSAGE(value[k] == large_value(at[k], rounds), "element ", at[k], " is ",
                        value[k], "; it should be ", large_value(at[k], rounds));
      REQUIRE_MESSAGE(outcome.value("sum") == large_sum(n, rounds),
                      "some elements are wrong");
    });
  }
}

LAB_CHECK("2b", 5, functional, "phases is right for any n, any grid and any rounds") {
  std::vector<Work> works = {{7, 3, {{2}, {2}, 4}},
                             {9, 4, {{3}, {1}, 4}},
                             {40, 6, {{2}, {33}, 200}},
                             {70'000, 1, {{2}, {1}, 1000}},
                             {3000, 2, {{2}, {1024}, 1000}}};
  if (on_gpu())
    works = {{0, 3, {{2}, {64}}},     {1, 2, {{3}, {32}}},
             {5, 30, {{2}, {64}}},    {1000, 10, {{1}, {256}}},
             {100, 7, {{40}, {128}}}, {10'000, 14, {{40}, {101}}, 0, 1},
             {4, 8, {{2}, {64}}}};
  for (const Work& one : works) work(one, 21);
  if (on_gpu()) return work_on_large_arrays();
  for_cases(any_work(), [](const Params& params) { work_any(params, 21); });
}

LAB_CHECK("2b", 3, functional, "phases is right in two and three dimensions") {
  for (const Shape& shape : boxes()) work({on_gpu() ? 2000 : 13, 3, shape}, 22);
  CaseSpace space = small_boxes();
  space.number("n", 0, 40, {2, 13, 29}).number("rounds", 1, 3);
  for_cases(space, [](const Params& params) {
    work({params.at("n"), params.at("rounds"), shape_of(params)}, 22);
  });
}

LAB_CHECK("2b", 3, functional, "phases goes on from any start, also past 2^32") {
  std::vector<Shape> shapes = {{{2}, {2}, 4}, {{3}, {1}, 4}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{40}, {101}}};
  for (const std::uint32_t start : {1000u, 0xfffffffcu})
    for (const Shape& shape : shapes) {
      INFO("a counter that begins at ", text_of_word(start));
      work({on_gpu() ? 500 : 6, 4, shape, start}, 23);
    }
}

LAB_CHECK_ON("2b", 3, functional, sim,
             "phases is shared out: several blocks work, with several threads each") {
  const Work work = {1 << 14, 2, {{4}, {32}}};
  INFO(text(work));
  const Cheaper cheaper(200);
  const AtLeast enough(5);
  Params params = params_of(work, 25);
  params["watch"] = 1;
  Sharers sharers;
  const bool shared = explore("phases", params).may_be_some([&](const Outcome& outcome) {
    return sharers.share(outcome);
  });
  REQUIRE_MESSAGE(shared, "in every schedule ",
                  sharers.text(work.shape.grid.count(),
                               "a share of the work (16 accesses or more per thread)"));
}

LAB_CHECK("2b", 12, ordering, "each round of phases sees the whole round before it") {
  std::vector<Work> works = {{6, 3, {{2}, {2}, 2}},
                             {9, 2, {{3}, {3}, 4}},
                             {5, 3, {{4}, {1}, 2}},
                             {70, 2, {{2}, {33}, 50}}};
  if (on_gpu()) works = {{1000, 10, {{2}, {64}}}, {10'000, 14, {{40}, {101}}}};
  for (const Work& one : works) work(one, 24);
  // And any other, a few schedules of each: what is unordered is unordered in all of
  // them.
  if (on_gpu()) return;
  const Cheaper few(100);
  for_cases(any_work(), [](const Params& params) { work_any(params, 24); });
}

// ---- 2c: the launch ----------------------------------------------------------------

// Models of devices, unless a GPU runs the checks.
std::vector<DeviceModel> devices() {
  if (on_gpu()) return {{}};
  return {{}, {.sms = 3, .blocks_per_sm = 1}, {.sms = 1, .blocks_per_sm = 5}};
}

// For checks that fill the device.
DeviceModel small_device() { return {.sms = 3, .blocks_per_sm = 1}; }

// Whether an unrelated call of this kind fails with this error; scenarios.cu makes them.
bool is_error_left(std::int64_t error, std::int64_t kind) {
  if (kind == 1) return error == kOutOfMemory;
  if (kind == 2) return error == kInvalidDevice;
  return kind == 3 && (error == kInvalidValue || error == kInvalidConfiguration);
}

// The errors that say that nothing was done.
bool is_refusal(std::int64_t error) {
  return error != kSuccess && error != kNotYetImplemented;
}

// Valid blocks and, from kShapes on, blocks that no device takes: too many threads, or
// too many along one side, even if their number is small modulo 2^32.
constexpr Extent kBlocks[] = {{1},
                              {1024},
                              {8, 8, 4},
                              {5, 100},
                              {33},
                              {1, 1, 64},
                              {1, 1024},
                              {512, 1, 2},
                              {1025},
                              {1, 1, 65},
                              {1, 1, 128},
                              {2, 2, 65},
                              {1, 1025},
                              {64, 64},
                              {2, 1, 512},
                              {16, 4, 65},
                              {1 << 16, 1 << 16},
                              {641, 6700417}};
constexpr std::size_t kShapes = 8;
constexpr const char* kLimitsOfBlock =
    ", since a block has at most 1024 threads, and at most 64 along z";

// One question to residentBlocks: which of the blocks, and after which unrelated error.
struct Question {
  std::size_t block;
  std::int64_t left = 0;
};

// What residentBlocks said of each of them, in this order.
void check_residents(const Outcome& outcome, const std::vector<Question>& questions,
                     std::int64_t device) {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto text_of = [&](std::size_t which) {
      return text(kBlocks[questions[which].block], "thread");
    };
    const std::int64_t error = outcome["error"][i], places = outcome["places"][i];
    const std::int64_t multiprocessors = outcome["multiprocessors"][i];
    const std::string which =
        "blocks of " + text_of(i) + (i > 0 ? ", after " + text_of(i - 1) : "") +
        (questions[i].left ? ", after an unrelated error" : "") + ": ";
    const std::int64_t devices = device + 1;
    const auto current = (device + static_cast<std::int64_t>(i)) % devices;
    REQUIRE_MESSAGE(outcome["current"][i] == current, which, "device ", current,
                    " was current, and now it is device ", outcome["current"][i]);
    if (places == 0 && is_refusal(error)) continue;
    REQUIRE_MESSAGE(error == kSuccess, which, "residentBlocks returned ",
                    error_name(error));
    const Extent& block = kBlocks[questions[i].block];
    REQUIRE_MESSAGE(
        outcome["blocks"][i] == places, which, "residentBlocks returned ",
        outcome["blocks"][i], "; the device holds ", places, " of these blocks, each of ",
        counted(block.count(), "thread"), ", at a time",
        questions[i].block >= kShapes
            ? kLimitsOfBlock
            : ": " + std::to_string(places / multiprocessors) + " on each of its " +
                  counted(multiprocessors, "multiprocessor"));
  }
}

void ask_for_residents(const std::vector<Question>& questions, std::int64_t device,
                       DeviceModel model) {
  const Cheaper cheaper(200);
  Params given = {{"device", device}};
  for (const Question& question : questions) {
    const std::string which = std::to_string(given["shapes"]++);
    given["x" + which] = kBlocks[question.block].x;
    given["y" + which] = kBlocks[question.block].y;
    given["z" + which] = kBlocks[question.block].z;
    given["is_one" + which] = question.block < kShapes ? 1 : 0;
    given["left" + which] = question.left;
  }
  model.devices = static_cast<int>(1 + device);
  INFO("residentBlocks() asked about ",
       counted(static_cast<std::int64_t>(questions.size()), "shape"),
       questions.size() > 1 ? " in turn" : "");
  explore(
      "resident", given,
      [&](const Outcome& outcome) { check_residents(outcome, questions, device); },
      model);
}

LAB_CHECK("2c", 3, functional,
          "residentBlocks is what the device holds, for one shape after another") {
  CaseSpace space;
  space.sequence("shapes", 8, 4, {{0, 1}, {1, 0, 2}, {6, 3}, {3, 4, 5, 7}});
  space.number("device", 0, 1).number("left", 0, 3);
  space.number("model", 0, static_cast<std::int64_t>(devices().size()) - 1);
  for_cases(space, [](const Params& params) {
    std::vector<Question> questions;
    for (const int block : as_sequence(params.at("shapes")))
      questions.push_back({static_cast<std::size_t>(block)});
    if (questions.empty()) questions.push_back({0});
    questions.back().left = params.at("left");
    ask_for_residents(questions, params.at("device"),
                      devices()[static_cast<std::size_t>(params.at("model"))]);
  });
}

LAB_CHECK("2c", 1, functional,
          "residentBlocks is 0, or an error, for a block that no device takes") {
  const std::size_t blocks = std::size(kBlocks);
  for (std::size_t block = kShapes; block < blocks; ++block)
    ask_for_residents({{block}, {0}, {block}, {1}}, 0, {});
}

// A launch that fills the device, or is to be one block too large for it, with the blocks
// in a row along this axis.
void fill_device(const Work& work, std::int64_t axis, std::int64_t extra,
                 std::uint32_t seed) {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  const Cheaper cheaper(work.shape.divisor);
  INFO("n = ", work.n, ", ", counted(work.rounds, "round"), ", blocks of ",
       text(work.shape.block, "thread"), " along ", kAxes[axis],
       extra > 0 ? ", one too many of them, then as many as fit" : ", as many as fit");
  const Pair expected = rounds_of(elements(work.n, seed), work.rounds);
  Params params = params_of(work, seed);
  params["extra"] = extra;
  params["axis"] = axis;
  const auto judge = [&](const Outcome& outcome) {
    std::vector<std::int64_t> errors = {kSuccess};
    if (extra > 0) errors = {kTooLarge, kSuccess};
    const auto& got = outcome["error"];
    REQUIRE(!got.empty());
    const bool is_idle = work.n == 0 || work.rounds == 0;
    const bool is_done = std::equal(outcome["a"].begin(), outcome["a"].end(),
                                    expected.a.begin(), expected.a.end());
    const char* how = "";
    if (extra > 0 && is_idle) how = " where there is nothing to do";
    if (extra > 0 && !is_idle && is_done) how = ", and a smaller grid did the work";
    REQUIRE_MESSAGE(got[0] == errors[0], "launchPhases returned ", error_name(got[0]),
                    how, "; it should return ", error_name(errors[0]));
    REQUIRE_MESSAGE(got == errors, "the launch after the refused one fails as well");
    check_result(outcome, expected, work.rounds);
  };
  explore("full_device", params, judge, small_device());
}

// Also where there is nothing to do.
void fill_device(std::int64_t extra, std::uint32_t seed) {
  std::vector<Work> works = {{7, 2, {{0}, {2}, 10}}, {5, 3, {{0}, {1, 2}, 10}}};
  if (on_gpu()) works = {{1000, 3, {{0}, {64}}}, {5000, 4, {{0}, {8, 4, 8}}}};
  for (const Work& work : works) fill_device(work, 0, extra, seed);
  works = {{0, 2, {{0}, {1}, 100}}, {5, 0, {{0}, {2}, 100}}, {5, 1, {{0}, {1}, 100}}};
  for (const Work& work : works)
    for (const std::int64_t axis : {0, 1, 2}) fill_device(work, axis, extra, seed);
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
  return {{4, 2, {{1}, {2}, 4}},
          {6, 2, {{2}, {2}, 8}},
          {5, 2, {{2, 2}, {1}, 8}},
          {5, 2, {{1, 1, 2}, {1}, 8}},
          {5, 2, {{1, 2}, {1, 1, 2}, 8}}};
}

constexpr std::int64_t kLaunchesInARow = 3;

Params in_a_row(const Work& work, std::uint32_t seed) {
  Params params = params_of(work, seed);
  params["launches"] = kLaunchesInARow;
  return params;
}

constexpr const char* kGrowth = ", then with 1 and 2 blocks more along x";

// Waits for each launch, and fails if `start` does not say then what the counter holds.
void look_at_starts(const Work& work, const Params& given) {
  const Cheaper once(1000);
  Params params = given;
  params["look"] = 1;
  INFO(text(work), params.at("launches") > 1 ? kGrowth : "");
  explore("in_a_row", params, [&](const Outcome& outcome) {
    const auto &held = outcome["held"], &start = outcome["start"];
    for (std::size_t i = 0; i < held.size(); ++i) {
      Extent grid = work.shape.grid;
      grid.x += static_cast<std::int64_t>(i);
      REQUIRE_MESSAGE(start[i] == held[i], "after launch ", i + 1, ", with ",
                      text(grid, "block"), " and ", counted(work.rounds, "round"),
                      ", *mutex holds ", held[i],
                      ", one for each block and barrier, but launchPhases() left *start "
                      "at ",
                      start[i], ": the next launch would count from the wrong value");
    }
  });
}

// First with one launch of a grid whose sides, and rounds, are all different: the wrong
// number tells which of them is missing.
void look_at_starts(const Work& work, std::uint32_t seed) {
  for (const Shape& shape : {Shape{{3, 2}, {2}}, Shape{{2, 1, 3}, {2}}}) {
    const Work telling = {5, 5, shape, work.start};
    Params params = in_a_row(telling, seed);
    params["launches"] = 1;
    look_at_starts(telling, params);
  }
  look_at_starts(work, in_a_row(work, seed));
}

// With an even number of rounds each launch goes on with the result of the one before.
void launch_in_a_row(std::uint32_t start, std::uint32_t seed) {
  constexpr int kRehearsal = 8;
  for (Work work : rows()) {
    work.rounds += work.rounds % 2;
    work.start = start;
    const Cheaper cheaper(work.shape.divisor);
    auto expected = elements(work.n, seed);
    for (int launch = 0; launch < kLaunchesInARow; ++launch)
      expected = rounds_of(expected, work.rounds);
    const auto launch_them = [&] {
      INFO(text(work), kGrowth);
      explore("in_a_row", in_a_row(work, seed), [&](const Outcome& outcome) {
        check_result(outcome, expected, work.rounds);
      });
    };
    // Launches that begin with a wrong start show races and hangs, which tell less.  But
    // some right barriers keep something else in *mutex.
    const auto rehearsed = [&] {
      const Cheaper few(kRehearsal * work.shape.divisor);
      launch_them();
    };
    if (on_sim() && would_fail(rehearsed)) look_at_starts(work, seed);
    launch_them();
  }
}

// A launch of a plan: what it works on, its grid and block, and what becomes of it.
struct PlannedLaunch {
  std::int64_t n = 5, rounds = 2;
  Extent grid = {0}, block = {0};  // 0: as the case says.
  std::int64_t more_blocks = 0;
  std::int64_t mutex = 0;
  std::int64_t left = 0;  // Which error an unrelated call left before it.
  enum { works, is_refused, is_too_large } fate = works;
};

// Launches that no device takes: impossible blocks and grids, and too many blocks, in the
// last one so many that their number is 0 modulo 2^32.
constexpr PlannedLaunch kRefused[] = {
    {.block = {1025}, .fate = PlannedLaunch::is_refused},
    {.block = {1, 1, 65}, .fate = PlannedLaunch::is_refused},
    {.block = {1, 1, 128}, .fate = PlannedLaunch::is_refused},
    {.block = {16, 4, 65}, .fate = PlannedLaunch::is_refused},
    {.block = {641, 6700417}, .fate = PlannedLaunch::is_refused},
    {.block = {2, 0}, .fate = PlannedLaunch::is_refused},
    {.grid = {2, 0}, .fate = PlannedLaunch::is_refused},
    {.grid = {1, 65536}, .fate = PlannedLaunch::is_refused},
    {.grid = {1, 1, 65536}, .fate = PlannedLaunch::is_refused},
    {.grid = {1 << 20}, .fate = PlannedLaunch::is_too_large},
    {.grid = {1, 1 << 15}, .fate = PlannedLaunch::is_too_large},
    {.grid = {1, 1, 1 << 15}, .fate = PlannedLaunch::is_too_large},
    {.grid = {1 << 17, 1 << 15}, .fate = PlannedLaunch::is_refused}};
constexpr std::int64_t kRefusals = std::size(kRefused);

// A refused launch may also have nothing to do.
PlannedLaunch refused_launch(const Params& params) {
  PlannedLaunch launch = kRefused[params.at("refusal")];
  if (params.at("idle") == 1) launch.n = 0;
  if (params.at("idle") == 2) launch.rounds = 0;
  return launch;
}

// This many blocks or threads along this axis.
Extent along(std::int64_t axis, std::int64_t count) {
  return {axis == 0 ? count : 1, axis == 1 ? count : 1, axis == 2 ? count : 1};
}

PlannedLaunch launch_of(int kind, const Params& params) {
  constexpr int kRefusal = 7;
  static const PlannedLaunch kKinds[] = {{.n = 0},
                                         {},
                                         {.rounds = 0},
                                         {.rounds = 3, .more_blocks = 2},
                                         {.n = 1, .rounds = 1},
                                         {.mutex = 1},
                                         {.rounds = 1}};
  PlannedLaunch launch = kind == kRefusal ? refused_launch(params) : kKinds[kind];
  const std::int64_t axis = params.at("axis");
  if (launch.block.x == 0) launch.block = along(2 - axis, params.at("threads"));
  if (launch.grid.x == 0)
    launch.grid = along(axis, params.at("blocks") + launch.more_blocks);
  return launch;
}

CaseSpace plans() {
  CaseSpace space;
  space.sequence("plan", 8, 6,
                 {{0, 1}, {2, 1}, {1, 0, 3}, {7, 1}, {6, 1}, {5, 1, 5, 1}, {6, 7, 1, 3}});
  space.number("blocks", 1, 4, {1, 2}).number("threads", 1, 3, {1, 2});
  space.number("axis", 0, 2).number("device", 0, 1).number("refusal", 0, kRefusals - 1);
  space.number("start", 0, 0xffffffff, {0, 0x7ffffffb, 0xfffffffb, 0xffffffff});
  // The errors that are left before launches, as digits to the base 4; and whether those
  // of refusals are left as well.
  space.number("left", 0, 4095, {0, 0b010101010101, 0b111011100100})
      .number("clear", 0, 1);
  space.number("idle", 0, 2);
  space.where([](const Params& params) {
    return params.at("idle") == 0 || params.at("refusal") < kRefusals - 1;
  });
  return space.cost([](const Params& params) {
    const auto launches =
        static_cast<std::int64_t>(as_sequence(params.at("plan")).size());
    return 2 * kBarrierSteps * launches * params.at("blocks") * params.at("threads");
  });
}

void set_planned(Params& given, const PlannedLaunch& launch) {
  const std::string which = std::to_string(given["launches"]++);
  given["n" + which] = launch.n;
  given["rounds" + which] = launch.rounds;
  given["grid_x" + which] = launch.grid.x;
  given["grid_y" + which] = launch.grid.y;
  given["grid_z" + which] = launch.grid.z;
  given["block_x" + which] = launch.block.x;
  given["block_y" + which] = launch.block.y;
  given["block_z" + which] = launch.block.z;
  given["mutex" + which] = launch.mutex;
  given["left" + which] = launch.left;
}

// Launches do what they should, and are refused when they should be.
void check_planned(const Outcome& outcome, const std::vector<PlannedLaunch>& launches,
                   std::int64_t device) {
  const auto& errors = outcome["error"];
  REQUIRE(errors.size() == launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const PlannedLaunch& launch = launches[i];
    const std::string which = "launch " + std::to_string(i + 1) + ", of " +
                              text(Shape{launch.grid, launch.block}) +
                              (launch.rounds == 0 ? " and no round"
                               : launch.n == 0    ? " and n = 0"
                                                  : "") +
                              (launch.left ? ", after an unrelated error" : "") + ": ";
    REQUIRE_MESSAGE(
        (launch.fate != PlannedLaunch::works || errors[i] == kSuccess), which,
        "launchPhases returned ", error_name(errors[i]),
        is_error_left(errors[i], launch.left)
            ? ", the unrelated one.  Keep what cudaLaunchCooperativeKernel() itself "
              "returns, and let that alone decide: cudaGetLastError() tells earlier "
              "errors, too"
            : "");
    REQUIRE_MESSAGE((launch.fate == PlannedLaunch::works || is_refusal(errors[i])), which,
                    "this launch is impossible, but launchPhases returned ",
                    error_name(errors[i]));
    REQUIRE_MESSAGE(
        (launch.fate != PlannedLaunch::is_too_large || errors[i] == kTooLarge), which,
        "launchPhases returned ", error_name(errors[i]), "; it should return ",
        error_name(kTooLarge));
    REQUIRE_MESSAGE(outcome["current"][i] == device, which, "device ", device,
                    " was current, and now it is device ", outcome["current"][i]);
  }
}

// Launches of nothing, of no round, of other grids, refused ones, on two mutexes, mixed;
// the counters pass 2^31 and 2^32.  The last one finds whatever those before left.
void launch_as_planned(const Params& params) {
  constexpr std::uint32_t kSeed = 36;
  const std::int64_t device = params.at("device");
  std::vector<PlannedLaunch> launches;
  std::vector<Pair> expected;
  Params given = {{"launches", 0},
                  {"seed", kSeed},
                  {"device", device},
                  {"clear", params.at("clear")},
                  {"start", params.at("start")}};
  std::vector<int> plan = as_sequence(params.at("plan"));
  plan.push_back(1);
  std::int64_t left = params.at("left");
  for (const int kind : plan) {
    PlannedLaunch launch = launch_of(kind, params);
    launch.left = left % 4;
    left /= 4;
    set_planned(given, launch);
    expected.push_back(
        rounds_of(elements(launch.n, kSeed + static_cast<std::uint32_t>(launches.size())),
                  launch.fate == PlannedLaunch::works ? launch.rounds : 0));
    launches.push_back(launch);
  }
  const auto judge = [&](const Outcome& outcome) {
    check_planned(outcome, launches, device);
    std::size_t first = 0;
    for (std::size_t i = 0; i < launches.size(); ++i) {
      INFO("launch ", i + 1, " of ", launches.size());
      check_pair(outcome, first, expected[i], launches[i].rounds);
      first += static_cast<std::size_t>(launches[i].n);
    }
  };
  std::string shapes;
  for (const PlannedLaunch& launch : launches)
    shapes += (shapes.empty() ? "" : ", then ") + text(Shape{launch.grid, launch.block});
  const auto start = static_cast<std::uint32_t>(params.at("start"));
  INFO(shapes, "; a counter that begins at ", text_of_word(start));
  explore("planned", given, judge, {.devices = static_cast<int>(1 + device)});
}

LAB_CHECK("2c", 3, functional,
          "launches in a row work, whatever grids or errors come before") {
  launch_in_a_row(0, 33);
  for (std::int64_t refusal = 0; refusal < kRefusals; ++refusal)
    for (const std::int64_t idle : {0, 1, 2}) {
      if (idle > 0 && refusal == kRefusals - 1)
        continue;  // Whoever launches it takes long.
      const Cheaper few(200);
      launch_as_planned({{"plan", as_number({1, 7, 3})},
                         {"refusal", refusal},
                         {"idle", idle},
                         {"blocks", 2},
                         {"threads", 2},
                         {"axis", idle},
                         {"start", 0xfffffffb},
                         {"left", 0},
                         {"clear", 1},
                         {"device", 0}});
    }
  for_cases(plans(), launch_as_planned);
}

// On a GPU, the other work in the stream takes so long that a host cannot be that late
// every time.
void comes_back(const Work& work) {
  constexpr std::uint32_t kSeed = 37;
  INFO(text(work));
  const Cheaper cheaper(work.shape.divisor);
  const Pair expected = rounds_of(elements(work.n, kSeed), work.rounds);
  Params params = params_of(work, kSeed);
  params["late"] = on_gpu() ? 2'000'000 : 5;
  const auto judge = [&](const Outcome& outcome) {
    check_result(outcome, expected, work.rounds);
  };
  const bool comes_back =
      explore("comes_back", params, judge).some([](const Outcome& outcome) {
        return outcome.value("ready") == 0;
      });
  REQUIRE_MESSAGE(comes_back,
                  "whenever launchPhases returned, the kernel had already ended");
}

LAB_CHECK("2c", 1, functional, "launchPhases does not wait for the kernel") {
  if (on_gpu()) return comes_back({1000, 4, {{2}, {64}}});
  comes_back({5, 2, {{2}, {2}, 20}});
  comes_back({5, 1, {{1}, {1}, 40}});
  comes_back({0, 3, {{1, 1, 2}, {1}, 40}});
}

LAB_CHECK("2c", 2, functional,
          "launches in two streams: each follows what is in its own, neither hangs") {
  constexpr std::uint32_t kSeed = 34;
  INFO(
      "two grids that each fill the device; a is written in the stream just before, and b "
      "copied just after");
  const Work work = on_gpu() ? Work{1000, 4, {{0}, {64}}} : Work{5, 2, {{0}, {2}}};
  const Cheaper cheaper(10);
  const auto first = rounds_of(elements(work.n, kSeed), work.rounds);
  const auto second = rounds_of(elements(work.n, kSeed + 1), work.rounds);
  const auto judge = [&](const Outcome& outcome) {
    check_pair(outcome, 0, first, work.rounds);
    check_pair(outcome, first.a.size(), second, work.rounds);
    REQUIRE_MESSAGE(outcome["kept"] == outcome["b"],
                    "a copy of b, next in the stream, came before the end of the launch");
  };
  explore("two_streams", params_of(work, kSeed), judge, small_device());
}

LAB_CHECK("2c", 8, ordering, "each launch sees all that the one before it wrote") {
  launch_in_a_row(0xfffffff0u, 35);
}

}  // namespace
