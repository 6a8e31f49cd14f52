// The checks of lab 03.  Each rules out one wrong idea; its title is a claim, which holds
// if the check passes.

#include <gridlock/grids.h>
#include <gridlock/sharing.h>

namespace gridlock::check {
namespace {

// ---- Shapes ------------------------------------------------------------------------

// The launches of a case, at least one.
vector<int> plan_of(Case c) {
  const vector<int> plan = c.sequence("plan");
  return plan.empty() ? vector<int>{0} : plan;
}

// At most as many blocks as a block has threads.  The modelled device holds 8 blocks at a
// time.  Any GPU with CUDA 13 has room for 40 blocks of 256 threads; on one with less
// room, the launch is refused.
vector<Shape> grids() {
  if (on_gpu()) return {{{2}, {32}}, {{7}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{2}, {2}, 2}, {{3}, {3}, 4}, {{2}, {34}, 50}};
}

// Blocks of one thread need no order within the block, so they test only the waiting.
vector<Shape> lone_threads() {
  if (on_gpu()) return {{{2}, {1}}, {{7}, {1}}, {{40}, {1}}};
  return {{{2}, {1}, 2}, {{3}, {1}, 4}, {{5}, {1}, 8}};
}

vector<Shape> long_grids() {
  if (on_gpu()) return {{{7}, {1}}, {{40}, {16}}, {{40}, {33}}};
  return {{{2}, {1}, 2}, {{3}, {2}, 4}, {{5}, {1}, 4}, {{7}, {3}, 20}};
}

// So many blocks that a count in a byte, or in a few bits of a word, overflows.
vector<Shape> vast_grids() {
  if (on_gpu()) return {{{0}, {1}}, {{0}, {33}}};
  return {{{65}, {1}, 200}, {{130}, {2}, 1000}, {{520}, {1}, 1000}};
}

// More blocks than threads, in blocks whose last warp is partial; and blocks with rows
// that are not warps.
vector<Shape> ragged_grids() {
  if (on_gpu()) return {{{100}, {48}}, {{40}, {4, 4, 4}}, {{70}, {3, 11}}};
  return {{{60}, {48}, 1000}, {{9}, {4, 4, 4}, 500}, {{40}, {3, 11}, 1000}};
}

vector<Shape> single_blocks() {
  if (on_gpu()) return {{{1}, {64}}, {{1}, {1024}}};
  return {{{1}, {2}, 4}, {{1}, {5}, 4}, {{1}, {34}, 50}};
}

// Shapes for checks about order: two blocks or more, and mostly three, because the lesson
// is about signals that pass through a third block.
vector<Shape> crowds() {
  if (on_gpu()) return {{{2}, {64}}, {{3}, {101}}, {{40}, {256}}};
  return {{{3}, {2}, 8}, {{2}, {1}, 4}, {{2}, {2}, 4}, {{3}, {34}, 100}};
}

// Used instead of boxes(): on the simulator, the cheapest comes first.
vector<Shape> relayed_boxes() {
  if (on_gpu()) return boxes();
  return {{{2, 2}, {1, 2}, 4},        {{2}, {2, 2}, 4},
          {{1, 2, 3}, {1, 1, 2}, 10}, {{2, 1, 2}, {1, 2, 2}, 10},
          {{1, 1, 3}, {1}, 20},       {{1, 3}, {1, 3}, 20},
          {{1, 1, 2}, {1, 1, 5}, 20}, {{1, 2}, {1, 1, 33}, 100},
          {{2}, {16, 4}, 100},        {{1, 1, 2}, {1, 40}, 100}};
}

CaseSpace rows() { return rows_of_threads(40, {1, 2, 8, 33}); }

// ---- 3a: the barrier ---------------------------------------------------------------

// The scenarios' digest() of the slots that a thread reads, one of each block.
int64_t digest_of(int64_t blocks, int64_t threads, int64_t thread, int64_t round,
                  uint32_t seed) {
  uint32_t sum = 0;
  for (int64_t block = 0; block < blocks; ++block) {
    const int64_t slot = block * threads + (thread + 1) % threads;
    sum = sum * 31 + element(round * blocks * threads + slot, seed) % 100;
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
  DeviceModel device = {};
  vector<int> plan = {};  // If not empty: the number of additional blocks of each launch.
  int64_t ages = 0;       // If not 0: words hold goals of different ages.

  // The blocks of this launch: without a plan, one more each time.
  int64_t blocks(int64_t launch) const {
    Extent grid = shape.grid;
    grid.x += plan.empty() ? launch : plan[launch];
    return grid.count();
  }
};

void check_seen(const Outcome& outcome, const Meeting& meeting) {
  const auto& seen = outcome["seen"];
  const int64_t threads = meeting.shape.block.count(), rounds = meeting.rounds;
  int64_t at = 0;
  for (int64_t launch = 0; launch < meeting.launches; ++launch) {
    const bool fills = meeting.shape.grid.x == 0;
    const int64_t blocks = fills ? outcome.value("blocks") : meeting.blocks(launch);
    REQUIRE(blocks > 0);
    const auto of_launch = part_of(seen, at, rounds * blocks * threads);
    for (int64_t round = 0; round < rounds; ++round)
      for (int64_t thread = 0; thread < threads; ++thread) {
        const int64_t right =
            digest_of(blocks, threads, thread, round, meeting.seed + launch);
        for (int64_t block = 0; block < blocks; ++block)
          ENSURE(of_launch[(round * blocks + block) * threads + thread] == right,
                 place("launch", launch, meeting.launches), place("round", round, rounds),
                 "thread ", thread, " of block ", block,
                 " left the barrier without seeing what all blocks had written");
      }
    at += ssize(of_launch);
  }
  REQUIRE(ssize(seen) == at);
}

// On the GPU some warps are delayed; on the simulator the schedules delay them.
Params params_of(const Meeting& meeting) {
  Params params = given("rounds", meeting.rounds, "start", meeting.start, "launches",
                        meeting.launches, "seed", meeting.seed, "ages", meeting.ages,
                        "late", on_gpu() ? 2'000 : 0);
  if (!meeting.plan.empty()) params["plan"] = as_number(meeting.plan);
  return with_shape(params, meeting.shape.grid, meeting.shape.block);
}

// The meeting that a case describes; missing parameters have their defaults.
Meeting meeting_of(Case c, uint32_t seed) {
  return {.shape = {{c("grid_x", 1)}, {c["block_x"]}},
          .rounds = c("rounds", 1),
          .start = static_cast<uint32_t>(c("start", 0)),
          .seed = seed,
          .ages = c("ages", 0)};
}

void meet(const Meeting& meeting) {
  INFO(text(meeting.shape));
  const Cheaper cheaper(meeting.shape.divisor);
  explore_on(meeting.device, meeting.scenario, params_of(meeting),
             [&](const Outcome& outcome) { check_seen(outcome, meeting); });
}

LAB_CHECK("3a", 4, functional, "no thread leaves the barrier before all blocks arrived") {
  const Patient patient;
  for (const Shape& shape : grids()) meet({.shape = shape, .seed = 11});
}

LAB_CHECK("3a", 4, functional, "many rounds: no block runs ahead, none is left behind") {
  for (const Shape& shape : lone_threads())
    meet({.shape = shape, .rounds = on_gpu() ? 100 : 4, .seed = 12});
  // More rounds than a byte counts, or on a GPU two bytes.
  const Shape pair = {{2}, {1}, on_gpu() ? 100 : 334};
  meet({.shape = pair, .rounds = on_gpu() ? 70'000 : 260, .seed = 12});
}

LAB_CHECK("3a", 4, functional, "there may be more blocks than a block has threads") {
  for (const Shape& shape : long_grids()) meet({.shape = shape, .rounds = 2, .seed = 13});
  for (const auto& shapes : {vast_grids(), ragged_grids()})
    for (const Shape& shape : shapes)
      meet({.shape = shape, .seed = 13, .device = with_room_for(shape.grid.count())});
}

LAB_CHECK("3a", 3, functional, "a grid of one block meets as well") {
  for (const Shape& shape : single_blocks())
    meet({.shape = shape, .rounds = 2, .seed = 14});
}

LAB_CHECK("3a", 3, functional, "blocks and grids of two and three dimensions") {
  for (const auto& shapes : {relayed_boxes(), full_blocks()})
    for (const Shape& shape : shapes) meet({.shape = shape, .rounds = 2, .seed = 15});
  const Shape cube = {{5, 7, 3}, {2, 1, 2}, 1000};
  if (!on_gpu())
    meet({.shape = cube, .seed = 15, .device = with_room_for(cube.grid.count())});
  for (const CaseSpace& space : {small_boxes(), boxes_of_two_warps()})
    for_cases(space,
              [](Case c) { meet({.shape = shape_of(c), .rounds = 2, .seed = 15}); });
}

string text_of_goals(uint32_t start, int64_t ages) {
  return cat("goals from ", start + 1, " on",
             ages ? "; words hold goals of fewer than 2^31 barriers ago" : "");
}

LAB_CHECK("3a", 3, functional,
          "goals begin anywhere and pass 2^32, however old those in the words are") {
  for (const uint32_t start : {1u, 0x7ffffffeu, 0xfffffffeu}) {
    INFO(text_of_goals(start, 0));
    const Shape shape = {{3}, {1}, on_gpu() ? 1 : 20};
    meet({.shape = shape, .rounds = 4, .start = start, .seed = 16});
  }
  CaseSpace space;
  space.number("start", 0, 0xffffffff,
               {0, 0x7ffffffb, 0x7fffffff, 0x80000000, 0xfffffffa, 0xffffffff});
  space.number("ages", 0, 50, {0, 1, 2, 3, 4}).number("grid_x", 1, 8, {1, 2, 4, 8});
  space.number("block_x", 1, 1).number("rounds", 1, 6, {1, 6});
  space.cost([](Case c) { return kBarrierSteps * c["rounds"] * c["grid_x"]; });
  for_cases(space, [](Case c) {
    INFO(text_of_goals(c["start"], c["ages"]));
    meet(meeting_of(c, 16));
  });
}

LAB_CHECK("3a", 3, functional,
          "the next launch goes on from there, with more blocks, without the host") {
  for (const Shape& shape : {Shape{{1}, {1}, 4}, Shape{{2}, {1}, 4}, Shape{{3}, {1}, 8}})
    meet({.shape = shape, .rounds = 1, .launches = 3, .seed = 17});
  // Grids that grow and shrink: some words hold older goals than others.
  CaseSpace space;
  space.sequence("plan", 8, 4, {{7, 0, 7}, {2, 4, 1, 4}, {0, 3}});
  space.number("rounds", 1, 2).number("block_x", 1, 1).number("ages", 0, 50, {0, 1});
  space.cost([](Case c) {
    int64_t blocks = 0;
    for (const int more : plan_of(c)) blocks += 1 + more;
    return kBarrierSteps * c["rounds"] * blocks * c["block_x"];
  });
  for_cases(space, [](Case c) {
    Meeting meeting = meeting_of(c, 17);
    meeting.plan = plan_of(c);
    meeting.launches = ssize(meeting.plan);
    INFO("launches with this many more blocks: ", joined(meeting.plan));
    meet(meeting);
  });
}

LAB_CHECK("3a", 1, functional,
          "two grids with arrays of their own meet at the same time, each for itself") {
  CaseSpace space;
  space.number("grid_x", 1, 3).number("more", 0, 2).number("block_x", 1, 3);
  space.number("rounds", 1, 4, {2, 4});
  space.cost([](Case c) {
    return 2 * kBarrierSteps * c["rounds"] * c["block_x"] * (2 * c["grid_x"] + c["more"]);
  });
  for_cases(space, [](Case c) {
    const int64_t more = c["more"];
    Meeting first = meeting_of(c, 23);
    first.plan = {0, static_cast<int>(more)};
    first.launches = 2;
    INFO(text(first.shape), ", and with ", more, " more");
    explore("two_grids", with(params_of(first), "more", more),
            [&](const Outcome& outcome) { check_seen(outcome, first); });
  });
}

LAB_CHECK("3a", 1, functional, "as many blocks as the device holds meet") {
  vector<Extent> blocks = {{1}, {1, 2}};
  if (on_gpu()) blocks = {{64}, {8, 4, 8}};
  for (const DeviceModel& device :
       {DeviceModel{}, DeviceModel{.sms = 3, .blocks_per_sm = 1}})
    for (const Extent& block : blocks)
      meet({.shape = {{0}, block, 20}, .rounds = 2, .seed = 18, .device = device});
}

LAB_CHECK_ON("3a", 6, functional, sim,
             "no atomic operation reads and writes in one: loads and stores will do") {
  const auto count_them = [](const Shape& shape, int64_t rounds = 2, uint32_t start = 0) {
    const Meeting meeting = {
        .shape = shape, .rounds = rounds, .start = start, .seed = 19};
    INFO(text(shape));
    const Cheaper cheaper(shape.divisor);
    const auto judge = [&](const Outcome& outcome) {
      const int64_t count = outcome.counter("read_modify_writes");
      ENSURE(count == 0, counted(count, "atomic read-modify-write"), " in ",
             counted(rounds, "barrier"), " of ", text(shape),
             "; this barrier must not use any");
      check_seen(outcome, meeting);
    };
    explore_on(with_room_for(shape.grid.count()), "tell", params_of(meeting), judge);
  };
  for (const Shape& shape :
       {Shape{{3}, {2}, 10}, {{130}, {1}, 1000}, {{2}, {1024}, 1000}})
    count_them(shape);
  count_them({{2}, {2}, 200}, 70, 0xfffffff0u);
  for (const CaseSpace& space : {rows(), small_boxes()})
    for_cases(space, [&](Case c) {
      const Cheaper few(200);
      count_them(shape_of(c));
    });
}

// Runs each shape under few schedules: a missing order is missing in all schedules.
void meet_in_any_shape(const string& scenario, uint32_t seed) {
  const auto meet_in = [&](const Shape& shape, int64_t rounds) {
    meet({.scenario = scenario,
          .shape = shape,
          .rounds = rounds,
          .seed = seed,
          .device = with_room_for(shape.grid.count())});
  };
  for (const Shape& shape : crowds()) meet_in(shape, 2);
  if (on_gpu()) return;
  for_cases(rows(), [&](Case c) { meet_in(shape_of(c), 1); });
  // Grids that the master watches with two warps, and with one thread.
  for (const Shape& shape :
       {Shape{{34}, {34}, 500}, {{130}, {1}, 500}, {{2}, {1024}, 500}})
    meet_in(shape, 1);
  for (const Shape& shape : ragged_grids()) meet_in(shape, 1);
}

LAB_CHECK("3a", 14, ordering,
          "what any thread wrote before is there for every thread of every block after") {
  meet_in_any_shape("tell", 20);
}

LAB_CHECK("3a", 10, strict, "to the letter of the rules, and by way of the master") {
  meet_in_any_shape("tell", 21);
  // With more blocks, signals pass through two other blocks, or three.
  if (on_gpu()) return;
  CaseSpace space;
  space.number("grid_x", 2, 17, {4, 5, 7, 8, 17}).number("block_x", 1, 3, {1, 2});
  space.cost([](Case c) { return kBarrierSteps * c["grid_x"] * c["block_x"]; });
  for_cases(space, [](Case c) {
    Meeting meeting = meeting_of(c, 21);
    meeting.device = {.sms = 17, .blocks_per_sm = 1};
    meet(meeting);
  });
}

LAB_CHECK("3a", 14, strict, "what a thread read before may be written over after it") {
  meet_in_any_shape("tell_again", 22);
}

// ---- 3b: the sort ------------------------------------------------------------------

struct Work {
  int64_t n;
  Shape shape;
  uint32_t start = 0;
  int64_t launches = 1;
  vector<int> plan = {};    // If not empty: the n of each launch.
  int64_t values = 0;       // The kind of keys to sort; see key_at().
  int64_t ages = 0;         // If not 0: words hold goals of different ages.
  int64_t offset = 0;       // Elements from the start of the memory to the array.
  bool asks_goals = false;  // Whether the words must end up with goals of the sort.

  int64_t length(int64_t launch) const { return plan.empty() ? n : plan[launch]; }
};

string text(const Work& work) {
  const string n = work.plan.empty() ? to_string(work.n) : joined(work.plan);
  return "n = " + n + ", " + text(work.shape);
}

// Key number i; scenarios.cu has the same formula.  The kinds: small keys, of which some
// occur twice; any number; a number at either end of the range.
uint32_t key_at(int64_t i, uint32_t seed, int64_t values) {
  constexpr uint32_t kHalf = 1u << 31;
  constexpr uint32_t kEnds[] = {0, 1, kHalf - 1, kHalf, kHalf + 1, 0u - 2, 0u - 1};
  const uint32_t any = element(i, seed);
  return values == 0 ? any % 1000 : values == 1 ? any : kEnds[any % 7];
}

// The keys before a sort; scenarios.cu has them in the same order.
vector<int64_t> keys_of(int64_t n, uint32_t seed, int64_t values, bool reversed) {
  vector<int64_t> all;
  for (int64_t i = 0; i < n; ++i) all.push_back(key_at(i, seed, values));
  if (reversed) std::sort(all.rbegin(), all.rend());
  return all;
}

// The keys after some rounds, each of which compares at most `pairs` of its pairs.
vector<int64_t> after_rounds(vector<int64_t> keys, int64_t rounds, int64_t pairs,
                             bool all_even = false) {
  for (int64_t round = 0; round < rounds; ++round) {
    const int64_t first = all_even ? 0 : round % 2;
    for (int64_t pair = 0; pair < pairs && first + 2 * pair + 1 < ssize(keys); ++pair) {
      const int64_t i = first + 2 * pair;
      if (keys[i] > keys[i + 1]) std::swap(keys[i], keys[i + 1]);
    }
  }
  return keys;
}

// ", as after 6 of 7 rounds": a fault that would leave the keys in this order; "" if none
// is known.
string as_if(const vector<int64_t>& got, const vector<int64_t>& keys, int64_t threads) {
  constexpr int64_t kLong = 300;
  const int64_t n = ssize(keys);
  if (n > kLong) return "";
  if (got == after_rounds(keys, n, threads))
    return cat(", as if each round compared only its first ", counted(threads, "pair"),
               ", one for each thread of the grid");
  if (got == after_rounds(keys, n, n, true))
    return ", as if all rounds compared the same pairs as the first one";
  for (int64_t rounds = n; rounds-- > 0;)
    if (got == after_rounds(keys, rounds, n))
      return cat(", as after ", rounds, " of ", n, " rounds");
  return "";
}

string difference(const vector<int64_t>& got, const vector<int64_t>& expected,
                  const vector<int64_t>& keys, int64_t threads, int64_t i) {
  constexpr size_t kFew = 16;
  if (got.size() <= kFew)
    return "the elements came out as " + joined(got) + as_if(got, keys, threads) +
           "; they should be " + joined(expected);
  const auto place = std::find(got.begin(), got.end(), expected[i]);
  return cat("element ", i, " came out as ", got[i], " and should be ", expected[i],
             ", which ",
             place == got.end() ? "came out nowhere"
                                : cat("came out as element ", place - got.begin()),
             as_if(got, keys, threads));
}

void check_sorted(const Outcome& outcome, const Work& work, bool reversed,
                  uint32_t seed) {
  const auto& data = outcome["data"];
  int64_t at = 0;
  for (int64_t launch = 0; launch < work.launches; ++launch) {
    const auto keys = keys_of(work.length(launch), seed + launch, work.values, reversed);
    auto expected = keys;
    std::sort(expected.begin(), expected.end());
    const auto got = part_of(data, at, ssize(expected));
    const auto wrong = std::mismatch(got.begin(), got.end(), expected.begin()).first;
    ENSURE(wrong == got.end(), place("launch", launch, work.launches),
           difference(got, expected, keys,
                      work.shape.grid.count() * work.shape.block.count(),
                      wrong - got.begin()));
    at += ssize(expected);
  }
  REQUIRE(ssize(data) == at);
  for (const int64_t touched : outcome["touched"])
    ENSURE(touched == 0, counted(touched, "element"), " beside data changed");
}

// Each changed word must hold a goal of the sort; otherwise the next barrier may find its
// own goal too early.
void check_goals(const Outcome& outcome, const Work& work) {
  size_t at = 0;
  for (int64_t launch = 0; launch < ssize(outcome["words"]); ++launch)
    for (const size_t end = at + outcome["words"][launch]; at < end; ++at) {
      const int64_t goal = static_cast<int32_t>(outcome["goals"].at(at));
      const int64_t n = work.length(launch);
      ENSURE((goal >= 1 && goal <= n), place("launch", launch, work.launches),
             "a word of arrayIn or arrayOut holds start ", goal < 0 ? "- " : "+ ",
             std::abs(goal), " after sortOddEven() of ", counted(n, "element"),
             ": the sheet allows start + 1 to start + n");
    }
}

Params params_of(const Work& work, bool reversed, uint32_t seed) {
  Params params = given("n", work.n, "start", work.start, "launches", work.launches,
                        "reversed", reversed, "values", work.values, "ages", work.ages,
                        "offset", work.offset, "left", work.asks_goals, "seed", seed);
  if (!work.plan.empty()) params["plan"] = as_number(work.plan);
  return with_shape(params, work.shape.grid, work.shape.block);
}

void sort(const Work& work, bool reversed, uint32_t seed,
          const DeviceModel& device = {}) {
  INFO(text(work), string(reversed ? ", the greatest first" : ""));
  const Cheaper cheaper(work.shape.divisor);
  const auto judge = [&](const Outcome& outcome) {
    check_sorted(outcome, work, reversed, seed);
    if (work.asks_goals) check_goals(outcome, work);
  };
  explore_on(device, "sort", params_of(work, reversed, seed), judge);
}

// Lengths and grids of any size, also those that leave threads idle; keys of all kinds.
CaseSpace any_sort(int64_t n_min) {
  CaseSpace space;
  space.number("n", n_min, 40, {n_min, 2, 3, 11, 12, 39});
  space.number("blocks", 1, 8, {1, 2, 7, 8}).number("threads", 1, 40, {1, 2, 3, 33});
  space.number("values", 0, 2).number("reversed", 0, 1).number("ages", 0, 50, {0, 1});
  space.number("offset", 0, 3, {0, 1});
  const auto accesses = [](Case c) { return c["blocks"] * c["threads"] * (1 + c["n"]); };
  space.where([=](Case c) { return accesses(c) <= 500; });
  return space.cost([=](Case c) { return kBarrierSteps * accesses(c); });
}

void sort_any(Case c, uint32_t seed) {
  Work work = {c["n"], row_of(c), 0x7ffffff0u};
  work.values = c["values"];
  work.ages = c["ages"];
  work.offset = c["offset"];
  sort(work, c["reversed"] == 1, seed);
}

LAB_CHECK("3b", 4, functional, "sortOddEven sorts, for any n, grid and block") {
  vector<Work> works = {{7, {{2}, {2}, 20}},
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
  for_cases(any_sort(0), [](Case c) { sort_any(c, 31); });
}

LAB_CHECK("3b", 2, functional, "sortOddEven sorts in two and three dimensions") {
  for (Shape shape : relayed_boxes()) {
    shape.divisor *= 8;
    sort({on_gpu() ? 500 : 9, shape}, true, 32);
    if (on_gpu()) sort({2001, shape}, true, 32);
  }
  // Fewer pairs than threads, or more, so that each thread has several.
  CaseSpace space = small_boxes();
  space.amount("n", 40, {5, 14, 33}).number("values", 0, 2);
  space.cost([](Case c) { return barrier_steps(c, c["n"]); });
  for_cases(space, [](Case c) {
    const Shape shape = shape_of(c);
    sort({.n = c["n"], .shape = shape, .values = c["values"]}, true, 32);
  });
}

LAB_CHECK("3b", 2, functional, "three sorts in a row, with goals that pass 2^32") {
  vector<Shape> shapes = {{{2}, {2}, 20}, {{3}, {1}, 20}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{40}, {101}}};
  for (const uint32_t start : {1u, 0xfffffff8u})
    for (const Shape& shape : shapes) {
      INFO("goals from ", start + 1, " on");
      Work work = {on_gpu() ? 200 : 4, shape, start, 3};
      work.asks_goals = true;
      sort(work, false, 33);
    }
  // Some launches sort nothing, or keys that are already in order.
  CaseSpace space;
  space.sequence("plan", 7, 4, {{0, 5}, {5, 0, 1, 6}, {1, 2}});
  space.number("blocks", 1, 5, {2}).number("threads", 1, 3, {1, 2});
  space.number("start", 0, 0xffffffff, {0, 0x7ffffff8, 0xfffffff8, 0xffffffff});
  space.number("ages", 0, 50, {0, 1, 2});
  space.cost([](Case c) {
    int64_t rounds = 1;
    for (const int n : plan_of(c)) rounds += n;
    return kBarrierSteps * rounds * c["blocks"] * c["threads"];
  });
  for_cases(space, [](Case c) {
    const auto start = static_cast<uint32_t>(c["start"]);
    Work work = {0, row_of(c), start};
    work.plan = plan_of(c);
    work.launches = ssize(work.plan);
    work.ages = c["ages"];
    work.asks_goals = true;
    INFO(text_of_goals(start, work.ages));
    sort(work, true, 33);
  });
}

LAB_CHECK_ON("3b", 5, functional, sim,
             "the sort is shared out: several blocks sort, with several threads each") {
  const Work work = {512, {{2}, {4}}};
  INFO(text(work), ", the greatest first");
  const Cheaper cheaper(200);
  const AtLeast enough(5);
  require_sharing("sort", with(params_of(work, true, 36), "watch", 1), 2,
                  "a share of the sort (16 accesses or more per thread)");
}

void sort_in_a_crowd(bool reversed, uint32_t seed) {
  vector<Work> works = {{7, {{3}, {1}, 8}}, {5, {{2}, {2}, 4}}, {5, {{2}, {2, 2}, 10}}};
  if (on_gpu()) works = {{1000, {{2}, {8, 8}}}, {3000, {{40}, {101}, 10}}};
  for (const Work& work : works) sort(work, reversed, seed);
  if (on_gpu()) return;
  // A missing order is missing in all schedules, so few per case are enough.
  for_cases(any_sort(2), [&](Case c) {
    const Cheaper few(50);
    sort_any(c, seed);
  });
}

LAB_CHECK("3b", 8, ordering, "each round sees the whole round before it") {
  sort_in_a_crowd(false, 34);
}

LAB_CHECK("3b", 9, strict,
          "each round sees the one before it, to the letter of the rules") {
  sort_in_a_crowd(true, 35);
}

}  // namespace
}  // namespace gridlock::check
