// The checks of lab 02, part 2c: the launch.

#include "checks.h"

namespace gridlock::check {
namespace {

constexpr int64_t kSuccess = 0, kInvalidValue = 1, kOutOfMemory = 2,
                  kInvalidConfiguration = 9, kNotYetImplemented = 31,
                  kInvalidDevice = 101, kTooLarge = 720;

string error_name(int64_t error) {
  return error == kSuccess                ? "cudaSuccess"
         : error == kInvalidValue         ? "cudaErrorInvalidValue"
         : error == kOutOfMemory          ? "cudaErrorMemoryAllocation"
         : error == kInvalidConfiguration ? "cudaErrorInvalidConfiguration"
         : error == kNotYetImplemented    ? "cudaErrorNotYetImplemented"
         : error == kInvalidDevice        ? "cudaErrorInvalidDevice"
         : error == kTooLarge             ? "cudaErrorCooperativeLaunchTooLarge"
                                          : cat("error ", error);
}

constexpr DeviceModel kSmallDevice = {.sms = 3, .blocks_per_sm = 1};

// The devices to run on: models in the simulator; on a GPU, just that one.
vector<DeviceModel> devices() {
  if (on_gpu()) return {{}};
  return {{}, kSmallDevice, {.sms = 1, .blocks_per_sm = 5}};
}

// Whether an unrelated call of this kind fails with this error; scenarios.cu calls it.
bool is_error_left(int64_t error, int64_t kind) {
  if (kind == 1) return error == kOutOfMemory;
  if (kind == 2) return error == kInvalidDevice;
  return kind == 3 && (error == kInvalidValue || error == kInvalidConfiguration);
}

bool is_refusal(int64_t error) {
  return error != kSuccess && error != kNotYetImplemented;
}

constexpr Extent kBlocks[] = {{1, 1, 1},  {1024, 1, 1}, {8, 8, 4},    {5, 100, 1},
                              {33, 1, 1}, {1, 1, 64},   {1, 1024, 1}, {512, 1, 2}};

// One call of residentBlocks: the shape of the blocks, and the unrelated error before it.
struct Question {
  size_t block;
  int64_t left = 0;
};

void check_residents(const Outcome& outcome, const vector<Question>& questions,
                     int64_t device) {
  for (size_t i = 0; i < questions.size(); ++i) {
    const auto text_of = [&](size_t which) {
      return text(kBlocks[questions[which].block], "thread");
    };
    const int64_t error = outcome["error"][i], places = outcome["places"][i];
    const int64_t multiprocessors = outcome["multiprocessors"][i];
    const string which =
        cat("blocks of ", text_of(i), i > 0 ? ", after " + text_of(i - 1) : "",
            questions[i].left ? ", after an unrelated error: " : ": ");
    const int64_t current = (device + i) % (device + 1);
    ENSURE(outcome["current"][i] == current, which, "device ", current,
           " was current, and now it is device ", outcome["current"][i]);
    ENSURE(error == kSuccess, which, "residentBlocks returned ", error_name(error));
    const int64_t threads = kBlocks[questions[i].block].count();
    const int64_t each = places / multiprocessors, told = outcome["blocks"][i];
    ENSURE(
        told == places, which, "residentBlocks returned ", told, "; ",
        current > 0 ? cat("device ", current, ", which is current,") : "the device",
        " holds ", places, " of these blocks, each of ", counted(threads, "thread"),
        ", at a time: ", each, " on each of its ",
        counted(multiprocessors, "multiprocessor"),
        current > 0 && told % each == 0
            ? cat(".  Another device has ", told / each,
                  " multiprocessors: ask about the ", "one that cudaGetDevice() returns")
            : ", as cudaOccupancyMaxActiveBlocksPerMultiprocessor() counts");
  }
}

void ask_for_residents(const vector<Question>& questions, int64_t device,
                       DeviceModel model) {
  const Cheaper cheaper(200);
  Params params = given("device", device);
  for (const Question& question : questions) {
    const string which = to_string(params["shapes"]++);
    const Extent& block = kBlocks[question.block];
    params["x" + which] = block.x;
    params["y" + which] = block.y;
    params["z" + which] = block.z;
    params["left" + which] = question.left;
  }
  model.devices = static_cast<int>(1 + device);
  INFO("residentBlocks() asked about ", counted(questions.size(), "shape"),
       questions.size() > 1 ? " in turn" : "");
  explore_on(model, "resident", params, [&](const Outcome& outcome) {
    check_residents(outcome, questions, device);
  });
}

LAB_CHECK("2c", 3, functional,
          "residentBlocks is what the device holds, for one shape after another") {
  CaseSpace space;
  space.sequence("shapes", 8, 4, {{0, 1}, {1, 0, 2}, {6, 3}, {3, 4, 5, 7}});
  space.number("device", 0, 1).number("model", 0, ssize(devices()) - 1);
  for_cases(space, [](Case c) {
    vector<Question> questions;
    for (const size_t block : c.sequence("shapes")) questions.push_back({block});
    if (questions.empty()) questions.push_back({0});
    ask_for_residents(questions, c["device"], devices()[c["model"]]);
  });
}

// Fails if a refused launch has changed its `start`: the scenario ends after that.
void check_starts(const Outcome& outcome) {
  const auto& moved = outcome["moved"];
  ENSURE(moved.empty(), "launch ", outcome["error"].size(), " was refused (",
         error_name(outcome["error"].back()), "), yet *start went from ", moved.front(),
         " to ", moved.back(), ": change it only behind a launch that succeeded");
}

// Fails unless the launches of full_device return the right errors and results.
void check_full(const Outcome& outcome, const Work& work, const Pair& expected,
                bool too_large) {
  vector<int64_t> errors = {kSuccess};
  if (too_large) errors = {kTooLarge, kSuccess};
  const auto& got = outcome["error"];
  REQUIRE(!got.empty());
  const bool is_done = std::equal(outcome["a"].begin(), outcome["a"].end(),
                                  expected.a.begin(), expected.a.end());
  const char* how = "";
  if (too_large && is_done) how = ", and a smaller grid did the work";
  ENSURE(got[0] == errors[0], "launchPhases returned ", error_name(got[0]), how,
         "; it should return ", error_name(errors[0]));
  check_starts(outcome);
  ENSURE(got == errors, "the launch after the refused one fails as well");
  check_result(outcome, expected, work.rounds);
}

// Fills the device along this axis; with `extra`, a launch that is too large comes first.
void fill_device(const Work& work, int64_t axis, int64_t extra, uint32_t seed) {
  const Cheaper cheaper(work.shape.divisor);
  INFO("n = ", work.n, ", ", counted(work.rounds, "round"), ", blocks of ",
       text(work.shape.block, "thread"), " along ", string(1, "xyz"[axis]),
       extra > 0 ? ", one too many of them, then as many as fit" : ", as many as fit");
  const Pair expected = rounds_of(elements(work.n, seed), work.rounds);
  explore_on(
      kSmallDevice, "full_device",
      with(params_of(work, seed), "extra", extra, "axis", axis),
      [&](const Outcome& outcome) { check_full(outcome, work, expected, extra > 0); });
}

// Fills devices, also for lengths and rounds of 0.
void fill_device(int64_t extra, uint32_t seed) {
  vector<Work> works = {{7, 2, {{0}, {2}, 10}}, {5, 3, {{0}, {1, 2}, 10}}};
  if (on_gpu()) works = {{1000, 3, {{0}, {64}}}, {5000, 4, {{0}, {8, 4, 8}}}};
  for (const Work& work : works) fill_device(work, 0, extra, seed);
  works = {{5, 1, {{0}, {1}, 100}}};
  if (extra == 0) {
    works.push_back({0, 2, {{0}, {1}, 100}});
    works.push_back({5, 0, {{0}, {2}, 100}});
  }
  for (const Work& work : works)
    for (const int64_t axis : {0, 1, 2}) fill_device(work, axis, extra, seed);
}

LAB_CHECK("2c", 2, functional, "as many blocks as the device holds run, and meet") {
  fill_device(0, 31);
}

LAB_CHECK("2c", 5, functional,
          "one block more is refused at once, and harms no later launch") {
  fill_device(1, 32);
}

vector<Work> rows() {
  if (on_gpu()) return {{1000, 3, {{2}, {64}}}, {5000, 4, {{20}, {101}}}};
  return {{4, 2, {{1}, {2}, 4}},
          {6, 2, {{2}, {2}, 8}},
          {5, 2, {{2, 2}, {1}, 8}},
          {5, 2, {{1, 1, 2}, {1}, 8}},
          {5, 2, {{1, 2}, {1, 1, 2}, 8}}};
}

constexpr int64_t kLaunchesInARow = 3;
constexpr const char* kGrowth = ", then with 1 and 2 blocks more along x";

// Waits for each launch, then fails unless `start` equals the counter's value.
void look_at_starts(const Work& work, uint32_t seed, int64_t launches) {
  const Cheaper once(1000);
  INFO(text(work), launches > 1 ? kGrowth : "");
  const Params params = with(params_of(work, seed), "launches", launches, "look", 1);
  explore("in_a_row", params, [&](const Outcome& outcome) {
    const auto &held = outcome["held"], &start = outcome["start"];
    for (size_t i = 0; i < held.size(); ++i) {
      Extent grid = work.shape.grid;
      grid.x += i;
      ENSURE_BY_ITSELF(
          start[i] == held[i], "after launch ", i + 1, ", with ", text(grid, "block"),
          " and ", counted(work.rounds, "round"), ", *mutex holds ", held[i],
          ", one for each block and barrier, but launchPhases() left *start at ",
          start[i],
          ": the next launch would count from the wrong value.  The host can "
          "add it up, without waiting for the kernel or copying from it");
    }
  });
}

// With an even number of rounds, each launch continues from the previous result.
void launch_in_a_row(uint32_t start, uint32_t seed) {
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
      explore(
          "in_a_row", with(params_of(work, seed), "launches", kLaunchesInARow),
          [&](const Outcome& outcome) { check_result(outcome, expected, work.rounds); });
    };
    // A wrong *start leads to races and hangs, which explain less than the start itself.
    // So if a short rehearsal of the launches fails, the starts are looked at first. They
    // are not looked at otherwise: some right barriers keep another value in *mutex.
    const auto rehearsed = [&] {
      const Cheaper few(kRehearsal * work.shape.divisor);
      launch_them();
    };
    if (on_sim() && would_fail(rehearsed)) {
      // No two of the grid's extents are equal in a shape, so that a wrong number shows
      // which extent was left out.
      for (const Shape& shape : {Shape{{3, 2}, {2}}, Shape{{2, 1, 3}, {2}}})
        look_at_starts({5, 5, shape, work.start}, seed, 1);
      look_at_starts(work, seed, kLaunchesInARow);
    }
    launch_them();
  }
}

// A launch of a plan: its input, its grid and block, and the expected result.
struct PlannedLaunch {
  int64_t n = 5, rounds = 2;
  Extent grid = {0}, block = {0};  // 0: the case's own.
  int64_t more_blocks = 0;
  int64_t mutex = 0;
  int64_t left = 0;  // The error that an unrelated call left before the launch.
  enum { works, is_refused, is_too_large } fate = works;
};

// Launches that no device takes: impossible blocks and grids, and grids of too many
// blocks.
constexpr Extent kBadBlocks[] = {{1025, 1, 1}, {1, 1, 65}, {2, 0, 1}};
constexpr Extent kBadGrids[] = {{2, 0, 1},       {1, 65536, 1}, {1, 1, 65536},
                                {1048576, 1, 1}, {1, 32768, 1}, {1, 1, 32768}};
constexpr int64_t kBlockRefusals = std::size(kBadBlocks);
constexpr int64_t kRefusals = kBlockRefusals + std::size(kBadGrids);

PlannedLaunch refused_launch(Case c) {
  const int64_t refusal = c["refusal"], grid = refusal - kBlockRefusals;
  PlannedLaunch launch = {.fate = PlannedLaunch::is_refused};
  if (grid < 0) launch.block = kBadBlocks[refusal];
  if (grid >= 0) launch.grid = kBadGrids[grid];
  if (grid >= 3) launch.fate = PlannedLaunch::is_too_large;
  return launch;
}

Extent along(int64_t axis, int64_t count) {
  return {axis == 0 ? count : 1, axis == 1 ? count : 1, axis == 2 ? count : 1};
}

PlannedLaunch launch_of(int kind, Case c) {
  constexpr int kRefusal = 7;
  static const PlannedLaunch kKinds[] = {{.n = 0},
                                         {},
                                         {.rounds = 0},
                                         {.rounds = 3, .more_blocks = 2},
                                         {.n = 1, .rounds = 1},
                                         {.mutex = 1},
                                         {.rounds = 1}};
  PlannedLaunch launch = kind == kRefusal ? refused_launch(c) : kKinds[kind];
  const int64_t axis = c["axis"], blocks = c["blocks"] + launch.more_blocks;
  if (launch.block.x == 0) launch.block = along(2 - axis, c["threads"]);
  if (launch.grid.x == 0) launch.grid = along(axis, blocks);
  return launch;
}

// With `errors`, unrelated errors are left before launches (`left` has a digit to the
// base 4 for each launch), and errors of refusals may stay.
CaseSpace plans(bool errors = false) {
  CaseSpace space;
  space.sequence("plan", 8, 6,
                 {{0, 1}, {2, 1}, {1, 0, 3}, {7, 1}, {6, 1}, {5, 1, 5, 1}, {6, 7, 1, 3}});
  space.number("blocks", 1, 4, {1, 2}).number("threads", 1, 3, {1, 2});
  space.number("axis", 0, 2).number("device", 0, 1).number("refusal", 0, kRefusals - 1);
  space.number("start", 0, 0xffffffff, {0, 0x7ffffffb, 0xfffffffb, 0xffffffff});
  space.number("left", 0, errors ? 4095 : 0).number("clear", errors ? 0 : 1, 1);
  return space.cost([](Case c) {
    return 2 * kBarrierSteps * ssize(c.sequence("plan")) * c["blocks"] * c["threads"];
  });
}

void set_planned(Params& params, const PlannedLaunch& launch) {
  const string which = to_string(params["launches"]++);
  params = with_shape(params, launch.grid, launch.block, which);
  params["n" + which] = launch.n;
  params["rounds" + which] = launch.rounds;
  params["mutex" + which] = launch.mutex;
  params["left" + which] = launch.left;
}

void check_planned(const Outcome& outcome, const vector<PlannedLaunch>& launches,
                   int64_t device) {
  const auto& errors = outcome["error"];
  REQUIRE(errors.size() <= launches.size());
  sized(outcome, "current", ssize(errors));
  for (size_t i = 0; i < errors.size(); ++i) {
    const PlannedLaunch& launch = launches[i];
    const string which =
        cat("launch ", i + 1, ", of ", text(Shape{launch.grid, launch.block}),
            launch.rounds == 0 ? " and no round"
            : launch.n == 0    ? " and n = 0"
                               : "",
            launch.left ? ", after an unrelated error: " : ": ");
    const bool has_worked = launch.fate != PlannedLaunch::works || errors[i] == kSuccess;
    ENSURE_BY_ITSELF(
        (has_worked || !is_error_left(errors[i], launch.left)), which,
        "launchPhases returned ", error_name(errors[i]),
        ", the unrelated one.  Keep what ",
        "cudaLaunchCooperativeKernel() itself returns, and let that alone decide: "
        "cudaGetLastError() tells earlier errors, too");
    ENSURE(has_worked, which, "launchPhases returned ", error_name(errors[i]));
    ENSURE((launch.fate == PlannedLaunch::works || is_refusal(errors[i])), which,
           "this launch is impossible, but launchPhases returned ",
           error_name(errors[i]));
    ENSURE((launch.fate != PlannedLaunch::is_too_large || errors[i] == kTooLarge), which,
           "launchPhases returned ", error_name(errors[i]), "; it should return ",
           error_name(kTooLarge));
    ENSURE(outcome["current"][i] == device, which, "device ", device,
           " was current, and now it is device ", outcome["current"][i]);
  }
  check_starts(outcome);
  sized(outcome, "error", ssize(launches));
}

// Makes the launches of a plan: without elements or rounds, with other grids, on either
// of two mutexes, or refused.  The counters pass 2^31 and 2^32.  The last launch is an
// ordinary one.
void launch_as_planned(Case c) {
  constexpr uint32_t kSeed = 36;
  const int64_t device = c["device"];
  vector<PlannedLaunch> launches;
  vector<Pair> expected;
  Params asked = given("launches", 0, "seed", kSeed, "device", device, "clear",
                       c["clear"], "start", c["start"]);
  vector<int> plan = c.sequence("plan");
  plan.push_back(1);
  int64_t left = c["left"];
  for (const int kind : plan) {
    PlannedLaunch launch = launch_of(kind, c);
    launch.left = left % 4;
    left /= 4;
    set_planned(asked, launch);
    const bool works = launch.fate == PlannedLaunch::works;
    expected.push_back(rounds_of(elements(launch.n, kSeed + launches.size()),
                                 works ? launch.rounds : 0));
    launches.push_back(launch);
  }
  const auto judge = [&](const Outcome& outcome) {
    check_planned(outcome, launches, device);
    int64_t first = 0;
    for (size_t i = 0; i < launches.size(); ++i) {
      INFO("launch ", i + 1, " of ", launches.size());
      check_pair(outcome, first, expected[i], launches[i].rounds);
      first += launches[i].n;
    }
  };
  const auto shape = [](const PlannedLaunch& launch) {
    return text(Shape{launch.grid, launch.block}) +
           (launch.rounds == 0 ? " and no round" : "");
  };
  INFO(joined(launches, shape, ", then "), "; a counter that begins at ",
       text_of_word(c["start"]));
  explore_on(machine_with(1 + device), "planned", asked, judge);
}

LAB_CHECK("2c", 5, functional,
          "launches in a row work, whatever grids or refusals come before") {
  launch_in_a_row(0, 33);
  for (int64_t refusal = 0; refusal < kRefusals; ++refusal) {
    const Cheaper few(200);
    launch_as_planned(given("plan", as_number({1, 7, 3}), "refusal", refusal, "blocks", 2,
                            "threads", 2, "axis", refusal % 3, "start", 0xfffffffb,
                            "left", 0, "clear", 1, "device", 0));
  }
  for (const int idle : {2, 0}) {
    const auto idle_one_first = [&] {
      const Cheaper few(200);
      launch_as_planned(given("plan", as_number({idle, 1}), "refusal", 0, "blocks", 2,
                              "threads", 1, "axis", 0, "start", 0, "left", 0, "clear", 1,
                              "device", 0));
    };
    // A race or a hang in a later launch does not show which start an idle launch left.
    if (on_sim() && would_fail(idle_one_first))
      look_at_starts({idle == 0 ? 0 : 5, idle == 0 ? 2 : 0, {{2}, {1}}}, 36, 1);
  }
  for_cases(plans(), [](Case c) { launch_as_planned(c); });
}

// On a GPU, the other work in the stream takes longer than any delay of the host.
void comes_back(const Work& work) {
  constexpr uint32_t kSeed = 37;
  INFO(text(work));
  const Cheaper cheaper(work.shape.divisor);
  const Pair expected = rounds_of(elements(work.n, kSeed), work.rounds);
  const Params params = with(params_of(work, kSeed), "late", on_gpu() ? 2'000'000 : 5);
  const auto judge = [&](const Outcome& outcome) {
    check_result(outcome, expected, work.rounds);
  };
  const bool comes_back =
      explore("comes_back", params, judge).some([](const Outcome& outcome) {
        return outcome.value("ready") == 0;
      });
  ENSURE(
      comes_back,
      "whenever launchPhases returned, the kernel had already ended: no call in it may "
      "wait.  A copy to ordinary host memory waits, too, so leave *start to the host, "
      "which can add it up");
}

LAB_CHECK("2c", 1, functional, "launchPhases does not wait for the kernel") {
  if (on_gpu()) return comes_back({1000, 4, {{2}, {64}}});
  comes_back({5, 2, {{2}, {2}, 20}});
  comes_back({5, 1, {{1}, {1}, 40}});
  comes_back({0, 3, {{1, 1, 2}, {1}, 40}});
}

LAB_CHECK("2c", 1, functional,
          "launches in two streams: each follows what is in its own, neither hangs") {
  constexpr uint32_t kSeed = 34;
  INFO(
      "two grids that each fill the device; a is written in the stream just before, "
      "and b copied just after");
  const Work work = on_gpu() ? Work{1000, 4, {{0}, {64}}} : Work{5, 2, {{0}, {2}}};
  const Cheaper cheaper(10);
  const auto first = rounds_of(elements(work.n, kSeed), work.rounds);
  const auto second = rounds_of(elements(work.n, kSeed + 1), work.rounds);
  const auto judge = [&](const Outcome& outcome) {
    check_pair(outcome, 0, first, work.rounds);
    check_pair(outcome, work.n, second, work.rounds);
    ENSURE(outcome["kept"] == outcome["b"],
           "a copy of b, next in the stream, came before the end of the launch");
  };
  explore_on(kSmallDevice, "two_streams", params_of(work, kSeed), judge);
}

LAB_CHECK("2c", 6, ordering, "each launch sees all that the one before it wrote") {
  launch_in_a_row(0xfffffff0u, 35);
}

LAB_CHECK("2c", 1, functional, "an earlier error does not affect a call") {
  for (const int64_t left : {1, 2, 3}) ask_for_residents({{0, left}}, 0, {});
  // Unrelated errors come before the launches, or none do; errors of refusals stay.
  for (const int64_t left : {0b010101010101, 0b111011100100, 0})
    launch_as_planned(given("plan", as_number({1, 7, 3}), "refusal", 0, "blocks", 2,
                            "threads", 2, "axis", 0, "start", 0, "left", left, "clear", 0,
                            "device", 0));
  for_cases(plans(true), [](Case c) { launch_as_planned(c); });
}

}  // namespace
}  // namespace gridlock::check
