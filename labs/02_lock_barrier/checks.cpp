// The checks of lab 02: part 2a, checks_kernel.cpp and checks_launch.cpp.  Each rules out
// one wrong idea; its title is a claim, which holds if the check passes.

#include <gridlock/grids.h>

namespace gridlock::check {
namespace {

// The modelled device holds 8 blocks at a time.  Any GPU with CUDA 13 has room for 40
// blocks of 256 threads; on one with less room, the launch is refused.
vector<Shape> grids() {
  if (on_gpu()) return {{{1}, {256}}, {{7}, {2}}, {{3}, {101}}, {{40}, {256}}};
  return {{{1}, {4}, 4}, {{2}, {2}, 2}, {{3}, {2}, 2}, {{8}, {2}, 8}};
}

// Blocks of one thread need no order within the block, so they test only the waiting.
vector<Shape> lone_threads() {
  if (on_gpu()) return {{{1}, {1}}, {{7}, {1}}, {{40}, {1}}};
  return {{{2}, {1}, 2}, {{4}, {1}, 2}, {{7}, {1}, 8}};
}

// So many blocks that a count in a byte, or in a few bits of a word, overflows.
vector<Shape> vast_grids() {
  if (on_gpu()) return {{{0}, {1}}, {{0}, {33}}};
  return {{{65}, {1}, 100}, {{130}, {1}, 500}, {{520}, {1}, 1000}};
}

vector<Shape> crowds() {
  if (on_gpu()) return {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{2}, {2}, 2}, {{3}, {3}, 4}, {{8}, {2}, 10}, {{2}, {40}, 50}};
}

// The scenarios' digest() of the slots that a thread reads, one of each block.
int64_t digest_of(const Shape& shape, int64_t thread, int64_t round, uint32_t seed) {
  const int64_t threads = shape.block.count();
  const int64_t first = round * shape.grid.count() * threads;
  uint32_t sum = 0;
  for (int64_t block = 0; block < shape.grid.count(); ++block) {
    const int64_t slot = block * threads + (thread + block + round) % threads;
    sum = sum * 31 + element(first + slot, seed);
  }
  return sum;
}

struct Meeting {
  string scenario = "tell";
  Shape shape;
  int64_t rounds = 1;
  uint32_t start = 0;
  int64_t launches = 1;
  uint32_t seed = 1;
};

void check_seen(const Outcome& outcome, const Meeting& meeting) {
  const auto& seen = outcome["seen"];
  int64_t at = 0;
  for (int64_t launch = 0; launch < meeting.launches; ++launch) {
    Shape shape = meeting.shape;
    shape.grid.x += launch;
    const int64_t threads = shape.block.count(), all = shape.grid.count() * threads;
    const auto of_launch = part_of(seen, at, meeting.rounds * all);
    at += ssize(of_launch);
    for (int64_t i = 0; i < ssize(of_launch); ++i) {
      const int64_t round = i / all, me = i % all;
      const int64_t right = digest_of(shape, me % threads, round, meeting.seed + launch);
      ENSURE(of_launch[i] == right, "launch ", launch + 1, ", round ", round + 1,
             ": thread ", me % threads, " of block ", me / threads,
             " left the barrier without seeing what all blocks had written");
    }
  }
  REQUIRE(ssize(seen) == at);
}

// "goals 3, 6, 9, 12, ...": the counter at the end of the first barriers.
string goals_of(const Meeting& meeting) {
  constexpr int64_t kShown = 4;
  const int64_t barriers = meeting.rounds * (meeting.scenario == "tell" ? 1 : 2);
  vector<int64_t> goals;
  uint32_t goal = meeting.start;
  for (int64_t i = 0; i < std::min(barriers, kShown); ++i)
    goals.push_back(goal += meeting.shape.grid.count());
  return cat(barriers == 1 ? "goal " : "goals ", joined(goals),
             barriers > kShown ? ", ..." : "",
             meeting.launches > 1 ? "; then with 1 and 2 blocks more" : "");
}

// On the GPU some blocks are delayed; on the simulator the schedules delay them.
void meet(const Meeting& meeting) {
  const Shape& shape = meeting.shape;
  INFO(text(shape), ", ", goals_of(meeting));
  const Cheaper cheaper(shape.divisor);
  const Params params =
      given("rounds", meeting.rounds, "start", meeting.start, "launches",
            meeting.launches, "seed", meeting.seed, "late", on_gpu() ? 2'000 : 0);
  explore_on(with_room_for(shape.grid.count()), meeting.scenario,
             with_shape(params, shape.grid, shape.block),
             [&](const Outcome& outcome) { check_seen(outcome, meeting); });
}

// Meets twice, on a GPU more often, and checks only that the kernel ends.
void meet_only(const Shape& shape) {
  const int64_t rounds = on_gpu() ? 30 : 2;
  INFO(string(shape.grid.x == 0 ? "as many blocks as fit" : text(shape)));
  const Cheaper cheaper(shape.divisor);
  explore_on(with_room_for(shape.grid.count()), "meet_only",
             with_shape(given("rounds", rounds), shape.grid, shape.block),
             [&](const Outcome& outcome) {
               for (const int64_t met : outcome["met"])
                 ENSURE(met == rounds, "a block left the barrier ",
                        counted(rounds - met, "time"), " before others had come");
             });
}

// Runs each shape under few schedules: a missing order is missing in all schedules.
void meet_in_any_shape(const string& scenario, uint32_t seed) {
  const auto meet_in = [&](const Shape& shape, int64_t rounds) {
    meet({.scenario = scenario, .shape = shape, .rounds = rounds, .seed = seed});
  };
  for (const Shape& shape : crowds()) meet_in(shape, 2);
  if (on_gpu()) return;
  for_cases(rows_of_threads(70, {1, 2, 8, 33, 65}),
            [&](Case c) { meet_in(shape_of(c), 1); });
  for (const Shape& shape : {Shape{{130}, {1}, 500}, {{2}, {1024}, 500}})
    meet_in(shape, 1);
}

LAB_CHECK("2a", 4, functional,
          "blocks of one thread: none leaves the barrier before all have arrived") {
  const Patient patient;
  for (const Shape& shape : lone_threads()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("2a", 4, functional, "no thread leaves the barrier before all blocks arrived") {
  const Patient patient;
  for (const Shape& shape : grids()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("2a", 5, functional,
          "many rounds: a block that runs ahead leaves no other behind") {
  for (const Shape& shape : lone_threads())
    meet({.shape = shape, .rounds = on_gpu() ? 100 : 4, .seed = 12});
  for (const Shape& shape : vast_grids()) meet_only(shape);
  // More rounds than a byte counts, or on a GPU two bytes.
  const Shape pair = {{2}, {1}, on_gpu() ? 100 : 200};
  meet({.shape = pair, .rounds = on_gpu() ? 70'000 : 300, .seed = 12});
}

LAB_CHECK("2a", 3, functional, "blocks and grids of two and three dimensions") {
  for (const auto& shapes : {boxes(), full_blocks()})
    for (const Shape& shape : shapes) meet({.shape = shape, .rounds = 2, .seed = 13});
  if (!on_gpu()) meet({.shape = {{5, 7, 3}, {2, 1, 2}, 500}, .seed = 13});
  for (const CaseSpace& space : {small_boxes(), boxes_of_two_warps()})
    for_cases(space,
              [](Case c) { meet({.shape = shape_of(c), .rounds = 2, .seed = 13}); });
}

LAB_CHECK("2a", 3, functional,
          "the counter may begin anywhere, and pass 2^31 and 2^32 on the way") {
  const auto meet_from = [](uint32_t start, const Shape& shape, int64_t rounds) {
    INFO("a counter that begins at ", text_of_word(start));
    meet({.shape = shape, .rounds = rounds, .start = start, .seed = 14});
  };
  const Shape shape = on_gpu() ? Shape{{40}, {1}} : Shape{{3}, {1}, 4};
  for (const uint32_t middle : {0u, 0x80000000u})
    meet_from(middle - (2 * shape.grid.count() - 1), shape, 4);
  CaseSpace space;
  space.number("start", 0, 0xffffffff,
               {0, 1, 0x7ffffff9, 0x7fffffff, 0x80000000, 0xfffffff9, 0xffffffff});
  space.number("grid_x", 1, 8, {1, 2, 5, 8}).number("rounds", 1, 6, {1, 4, 6});
  space.cost([](Case c) { return kBarrierSteps * c["rounds"] * c["grid_x"]; });
  for_cases(space,
            [&](Case c) { meet_from(c["start"], {{c["grid_x"]}, {1}}, c["rounds"]); });
}

LAB_CHECK("2a", 3, functional,
          "the next launch goes on from there, with more blocks, without the host") {
  for (const Shape& shape : {Shape{{1}, {1}, 4}, Shape{{2}, {1}, 4}, Shape{{3}, {1}, 8}})
    meet({.shape = shape, .rounds = 2, .launches = 3, .seed = 15});
}

LAB_CHECK(
    "2a", 12, ordering,
    "what any thread wrote before is visible to every thread of every block after") {
  meet_in_any_shape("tell", 16);
}

LAB_CHECK("2a", 12, ordering,
          "what a thread read before the barrier may be written over after it") {
  meet_in_any_shape("tell_again", 17);
}

}  // namespace
}  // namespace gridlock::check
