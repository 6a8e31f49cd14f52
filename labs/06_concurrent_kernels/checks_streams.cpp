// The checks of lab 06, part 6b: kernels in streams.

#include "checks.h"

namespace gridlock::check {
namespace {

// The result of workOn() on a value.
int64_t work_on(uint32_t value, int64_t cycles) {
  for (int64_t i = 0; i < cycles; ++i)
    value = (value ^ value >> 15) * 1664525u + 1013904223u;
  return value;
}

// Fails unless `worked` of the `values`, from number `at` on, were worked on once and the
// others never.
void check_values(const vector<int64_t>& values, int64_t at, int64_t worked,
                  int64_t cycles) {
  for (int64_t i = 0; i < ssize(values); ++i) {
    // As in scenarios.cu.
    const uint32_t before = static_cast<uint32_t>(i) * 2654435761u;
    const bool is_worked_on = i >= at && i < at + worked;
    const int64_t expected = is_worked_on ? work_on(before, cycles) : before;
    const int64_t value = values[i];
    if (value == expected) continue;
    const string name = indexed("values", i);
    ENSURE((!is_worked_on || value != before), name, " is ", value,
           " as before: no thread has worked on it");
    const int64_t once = work_on(before, cycles);
    ENSURE((is_worked_on || value != once), name,
           " was worked on, but is not the kernel's");
    ENSURE(value != work_on(once, cycles), name, " was worked on twice");
    ENSURE(value == expected, name, " is ", value, "; it should be ", expected);
  }
}

void add_alone(Case c) {
  const int64_t told_kid = c["kid"];
  const bool told = c["told"] != 0;
  INFO(counted(c["n"], "value"), " from ", indexed("values", c["at"]), " on, kid ",
       told_kid, ", ", grid_text(c["blocks"], c["threads"]), ", ",
       counted(c["cycles"], "cycle"), string(told ? "" : ", and no report is asked for"));
  explore("add_kernel", c, [&](const Outcome& outcome) {
    check_values(outcome["values"], c["at"], c["n"], c["cycles"]);
    const Report report = report_of(outcome);
    check_all_out(report);
    const string after = cat(" after a run of kid ", told_kid, " alone");
    for (int64_t kid = 0; kid < kMaxStreams; ++kid) {
      const bool was = told && kid == told_kid;
      const bool twice = was && report.counts[kid] > 1;
      ENSURE_BY_ITSELF(!twice, report.count_text(kid), after,
                       ": addKernel() must let thread 0 of block 0, and no other, check "
                       "it in and out");
      ENSURE(report.counts[kid] == was, report.count_text(kid), after);
      ENSURE((was || report.masks[kid] == 0), report.mask_text(kid), after);
    }
  });
}

// Works, on a GPU, on so many values that an int may overflow, or on as many as fit.
void add_many(int64_t kernels, int64_t blocks, int64_t threads) {
  const Cheaper once(1000);
  const int64_t n = kernels == 0 ? (int64_t{1} << 31) - 1 : 320'000'000;
  const Params params =
      given("kernels", kernels, "blocks", blocks, "threads", threads, "n", n, "streams",
            std::max<int64_t>(kernels, 1), "cycles", 3);
  INFO(counted(n, "value"), ", or as many as fit, for each kernel");
  explore("many_values", params, [&](const Outcome& outcome) {
    REQUIRE(outcome.value("n") <= n);
    ENSURE(outcome.value("wrong") == 0, "of ", outcome.value("n"), " values a kernel, ",
           outcome.value("wrong"), " are wrong");
  });
}

LAB_CHECK(
    "6b", 2, functional,
    "addKernel works on each of its values once, for any grid, and reports if asked") {
  const auto add = [](int64_t n, int64_t blocks, int64_t threads, int64_t cycles,
                      int64_t told, int64_t kid) {
    add_alone(given("n", n, "blocks", blocks, "threads", threads, "cycles", cycles,
                    "told", told, "at", 1, "kid", kid));
  };
  if (on_gpu()) {
    using Grid = std::array<int64_t, 3>;
    for (const auto& [n, blocks, threads] :
         {Grid{0, 1, 1}, {1000, 3, 7}, {1000, 40, 256}, {100'000, 40, 256}})
      for (const int64_t told : {1, 0}) {
        const Cheaper cheaper(50);
        add(n, blocks, threads, 3, told, 2);
      }
    add_many(0, 1000, 1000);
    add_many(0, 4'194'305, 1024);
    return;
  }
  CaseSpace space;
  space.amount("n", 90, {0, 1, 7, 32, 33, 70}).number("blocks", 1, 9, {1, 2, 9});
  space.number("threads", 1, 33, {1, 2, 31, 32, 33}).number("cycles", 0, 3);
  space.number("kid", 0, 7, {0, 1, 7}).number("told", 0, 1).number("at", 0, 3, {0, 1, 3});
  // Few executions suffice: one kernel alone has few orders.
  space.cost([](Case c) { return 100 + c["blocks"] * c["threads"]; });
  for_cases(space, add_alone);
  const Cheaper once(1000);
  add(2500, 1, 1024, 1, 1, 3);
}

// Fails if a kernel saw another one of its own stream.
void check_streams(const Report& report, int64_t kernels, int64_t streams) {
  for (int64_t kid = 0; kid < kernels; ++kid)
    for (int64_t other = kid % streams; other < kernels; other += streams)
      ENSURE((other == kid || !has(report.masks[kid], other)), "kid ", kid, " and kid ",
             other, " belong to stream ", kid % streams, ", and were active at once");
}

// Fails if the report tells of more kernels at once than there were.  A kernel that saw
// an old value may have seen a kernel that was gone.
void check_begun(const Report& report, int64_t at_once) {
  const int64_t told =
      std::max(greatest_popcount(report.masks),
               *std::max_element(report.counts.begin(), report.counts.end()));
  ENSURE(told <= at_once, "the report tells of ", counted(told, "kernel"),
         " at once, but in this schedule there were never more than ", at_once);
}

Explored explore_run(Case c, const DeviceModel& device = {}) {
  const auto judge = [&](const Outcome& outcome) {
    const int64_t runs = c["then_kernels"] > 0 ? 2 : 1;
    for (int64_t i = 0; i < runs; ++i) {
      const char* const which[] = {"seen in the first run", "seen in the second run"};
      INFO((runs == 1 ? "" : which[i]));
      const int64_t kernels = c[i == 0 ? "kernels" : "then_kernels"];
      const int64_t streams = c[i == 0 ? "streams" : "then_streams"];
      const Report report = report_of(outcome, i);
      check_report(report, kernels, std::min(kernels, streams));
      if (!on_gpu() && outcome.counter("old_values") == 0)
        check_begun(report, outcome.counter("kernels_at_once"));
      check_streams(report, kernels, streams);
    }
    const int64_t all = c["kernels"] + c["then_kernels"];
    ENSURE((on_gpu() || outcome.counter("read_modify_writes") >= all), "the ",
           counted(all, "kernel"), " executed fewer atomic operations than that, so not ",
           "each of them has checked in");
    if (runs == 1) check_values(outcome["values"], 0, c["kernels"] * c["n"], c["cycles"]);
  };
  return explore_on(device, "run", c, judge);
}

Params run_params(const Visit& run) {
  // The host repeats all work, so a grid that fills the device works less on each value.
  const int64_t on_device = run.blocks > 100 ? 1'000 : 20'000;
  return given("kernels", run.kernels, "streams", run.streams, "blocks", run.blocks,
               "threads", run.threads, "n", run.blocks * run.threads + 1, "cycles",
               on_gpu() ? on_device : 2, "then_kernels", run.then_kernels, "then_streams",
               run.then_streams);
}

Explored explore_run(const Visit& run, const DeviceModel& device = {}) {
  const Cheaper cheaper(run.divisor);
  return explore_run(run_params(run), device);
}

void explore_runs(const vector<Visit>& runs) {
  for (const Visit& run : runs) {
    INFO(text(run));
    explore_run(run);
  }
}

// Runs visits over at most `streams` streams; with `twice`, a second run follows each.
void run_cases(int64_t streams, bool twice) {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("kernels", 1, 8, {1, 2, 3, 5, 8});
  space.number("streams", 1, streams, {1, streams});
  space.number("blocks", 1, 5, {1, 2}).number("threads", 1, 33, {1, 2, 33});
  space.amount("n", 40, {0, 1, 33}).number("cycles", 0, 3);
  space.number("then_kernels", twice, twice ? 8 : 0);
  space.number("then_streams", twice, twice ? 8 : 0);
  space.where([](Case c) {
    const int64_t kernels = std::max(c["kernels"], c["then_kernels"]);
    return (c["then_streams"] > 0) == (c["then_kernels"] > 0) &&
           kernels * c["blocks"] * c["threads"] <= 60;
  });
  space.cost([](Case c) {
    const int64_t kernels = c["kernels"] + c["then_kernels"];
    return 20 + kernels * (40 + 2 * c["blocks"] * c["threads"]);
  });
  for_cases(space, [](Case c) {
    INFO(text(Visit{c["kernels"], c["streams"], c["blocks"], c["threads"], 1,
                    c["then_kernels"], c["then_streams"]}),
         ", ", counted(c["n"], "value"), " for each");
    explore_run(c);
  });
}

LAB_CHECK("6b", 2, functional, "in one stream, no kernel ever sees another one") {
  if (on_gpu())
    explore_runs({{1, 1, 1, 32, 4}, {3, 1, 40, 64, 4}, {8, 1, 132, 128, 4}});
  else
    explore_runs({{3, 1, 2, 2, 20}});
  run_cases(1, false);
}

// Fails unless some schedule's report shows two kernels at once, and each pair of
// neighbours meets in some schedule.
void show_overlap(const Visit& run) {
  INFO(text(run));
  const Explored explored = explore_run(run);
  const bool shows_two = explored.some([](const Outcome& outcome) {
    const auto& counts = outcome["counts"];
    return *std::max_element(counts.begin(), counts.end()) >= 2;
  });
  ENSURE(
      shows_two,
      "kernels in different streams may overlap, but in no schedule did the report show "
      "two of these at once.  Do all go to one stream?  Or does something between two "
      "launches keep them apart: a wait by the host or for an event, or anything in the "
      "default stream, even the record of an event?  Move what the kernels need before "
      "the first launch, and what needs the kernels, as the second event does, behind "
      "the last");
  if (on_gpu() || run.kernels > 5) return;  // Too few orders are tried in these cases.
  for (int64_t kid = 0; kid + 1 < run.kernels; ++kid) {
    const bool shows_both = explored.some([&](const Outcome& outcome) {
      const auto& masks = outcome["masks"];
      return has(masks.at(kid), kid + 1) || has(masks.at(kid + 1), kid);
    });
    ENSURE(shows_both, "kernels ", kid, " and ", kid + 1,
           " are in different streams, but overlapped in no schedule");
  }
}

LAB_CHECK("6b", 19, functional,
          "in several streams, two are active at once in some schedule, never too many") {
  if (!on_gpu()) {
    const Visit run = {3, 3, 1, 2, 20};
    INFO(text(run), "; the device has room for one block at a time");
    explore_run(run, kOnePlace);
  }
  vector<Visit> runs = {{2, 2, 1, 2, 4}, {5, 3, 1, 1, 5}, {8, 8, 2, 2, 20}};
  if (on_gpu()) runs = {{2, 2, 1, 128, 4}, {5, 3, 4, 128, 4}, {8, 8, 4, 128, 4}};
  for (const Visit& run : runs) show_overlap(run);
  run_cases(8, false);
  // Kernel 7's values begin beyond what 31 bits can number.
  if (on_gpu()) add_many(8, 1000, 256);
}

LAB_CHECK("6b", 2, functional, "the next run does not see what the last one left") {
  explore_runs({{4, 4, 1, 1, 10, 2, 1}, {2, 1, 1, 1, 10, 3, 3}});
  run_cases(8, true);
}

struct Refused {
  int64_t blocks, threads;
  const char* why;
};

string error_text(int64_t code) {
  return code == 0 ? "cudaSuccess" : cat("error ", code);
}

void refuse(const Refused& refused, Case c) {
  // The errors of a launch with too large a block: with CUDA 13, and before.
  constexpr int64_t kInvalidValue = 1, kInvalidConfiguration = 9;
  const int64_t kernels = c["kernels"], streams = c["streams"];
  const string blocks =
      counted(refused.blocks, "block") + " of " + counted(refused.threads, "thread");
  INFO(counted(kernels, "kernel"), " in ", counted(streams, "stream"), ", first with ",
       blocks, ", then with 1 block of 1 thread");
  explore("refused", c, [&](const Outcome& outcome) {
    const int64_t times = c["times"], all = kernels * c["n"];
    const auto& errors = sized(outcome, "error", times);
    for (int64_t time = 0; time < times; ++time) {
      ENSURE((errors[time] == kInvalidValue || errors[time] == kInvalidConfiguration),
             refused.why, ", and with ", blocks, " runKernels() returned ",
             error_text(errors[time]), ", not the error of the launch");
      const auto& values = sized(outcome, "values", times * all);
      check_values(part_of(values, time * all, all), 0, all, c["cycles"]);
    }
  });
}

void return_error_of_one_launch() {
  if (on_gpu()) return;  // A GPU cannot make a launch fail on request.
  // cudaErrorLaunchOutOfResources, with which scenarios.cu lets a launch fail.
  constexpr int64_t kKernels = 3, kLaunchOutOfResources = 701;
  const Cheaper once(1000);
  for (int64_t nth = 0; nth < kKernels; ++nth) {
    INFO("a launch that fails: number ", nth + 1, " of ", kKernels);
    const Params params = given("nth", nth, "kernels", kKernels, "streams", 2, "blocks",
                                1, "threads", 1, "n", 1, "cycles", 0);
    explore("failing_launch", params, [&](const Outcome& outcome) {
      ENSURE(outcome.value("failed") == 1, "runKernels() launches fewer than ",
             counted(kKernels, "kernel"));
      ENSURE(outcome.value("returned") == kLaunchOutOfResources, "runKernels() returned ",
             error_text(outcome.value("returned")),
             ", although a launch had failed with cudaErrorLaunchOutOfResources (",
             kLaunchOutOfResources, ")");
    });
  }
}

LAB_CHECK("6b", 1, functional, "a launch that fails is reported") {
  constexpr std::array kAll = {Refused{1, 1025, "no block has 1025 threads"},
                               Refused{1, 0, "no block has no threads"},
                               Refused{0, 1, "no grid has no blocks"},
                               Refused{-1, 1, "no grid has -1 blocks"},
                               Refused{1, 1 << 16, "no block has 65536 threads"}};
  CaseSpace space;
  space.number("which", 0, 4, {0, 1, 2, 3, 4});
  space.number("kernels", 1, 8, {1, 2, 3, 8}).number("streams", 1, 8, {1, 2, 3, 8});
  space.amount("n", 3, {0, 1, 2}).number("cycles", 0, 2, {0, 1}).number("times", 1, 2);
  space.cost([](Case) { return 2'000; });
  const Cheaper cheaper(100);
  for_cases(space, [&](Case c) {
    const Refused& one = kAll.at(c["which"]);
    refuse(one, with(c, "blocks", one.blocks, "threads", one.threads));
  });
  return_error_of_one_launch();
}

LAB_CHECK("6b", 8, ordering, "in one stream: the host reads what is complete") {
  explore_runs({{3, 1, 1, 1, 10}});
}

LAB_CHECK("6b", 7, ordering,
          "in several streams: the host neither reads nor clears too early") {
  explore_runs({{2, 2, 1, 1, 5}, {3, 3, 1, 1, 5, 2, 2}});
}

// Fails unless *ms is the time of the run's kernels, as far as events around it can tell.
void check_time(int64_t timed, int64_t kernels) {
  constexpr int64_t kStillUnset = -1, kTooShort = 0, kTooLong = 2;
  const string what = "*ms is not the time of " + counted(kernels, "kernel");
  ENSURE(timed != kStillUnset, what, ": it was never set");
  ENSURE(timed != kTooLong, what,
         " in milliseconds: the call of runKernels() did not take as long");
  ENSURE(timed != kTooShort, what,
         ": the first event has to come before all of them, and the second after all.  "
         "Record both in the default stream, the first before the first launch and the "
         "second after the last, and make the streams with cudaStreamCreate()");
}

LAB_CHECK("6b", 1, functional, "*ms is the time of the kernels") {
  for (const int64_t streams : {1, 3}) {
    const Visit run = {3, streams, 1, on_gpu() ? 128 : 1, 4};
    INFO(text(run));
    const Cheaper cheaper(run.divisor);
    explore("run", run_params(run), [&](const Outcome& outcome) {
      check_time(outcome["timed"].at(0), run.kernels);
    });
  }
}

}  // namespace
}  // namespace gridlock::check
