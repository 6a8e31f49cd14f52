// The parts of the checker that need no worker: schedule strings, skeletons, labs.
#include "checker/include/gridlock/check.h"
#include "checker/lab/labs.h"
#include "checker/lab/skeleton.h"
#include "checker/record.h"
#include "checker/replay.h"
#include "checker/schedule_string.h"
#include "checker/symbols.h"
#include "common/hash.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_parts {
namespace fs = std::filesystem;

ScheduleString example() {
  ScheduleString schedule;
  schedule.source_hash = "0f3a5c7e9b1d2f40";
  schedule.check = 12;
  schedule.kind = CheckKind::functional;
  schedule.scenario = "merge_ones";
  schedule.params = {{"blocks", 4}, {"n", -7}};
  schedule.device = {2, 8, 3};
  schedule.seed = 99;
  schedule.token = "pct.3-1,2,2+0";
  return schedule;
}

std::string with_checksum(const std::string& text) {
  return text + ":" + hash_hex(text).substr(0, 6);
}

TEST_CASE("a schedule string holds all that a replay needs") {
  const std::string text = format_schedule(example());
  CHECK(text ==
        with_checksum(
            "2:0f3a5c7e9b1d2f40:12f:merge_ones:blocks=4,n=-7:2.8.3:99:pct.3-1,2,2+0"));
  const ScheduleString read = parse_schedule(text);
  CHECK(format_schedule(read) == text);
  CHECK(read.params == example().params);
  CHECK(read.kind == CheckKind::functional);
  CHECK(read.device.blocks_per_sm == 3);
  for (const auto kind : {CheckKind::functional, CheckKind::ordering, CheckKind::strict,
                          CheckKind::fences}) {
    ScheduleString other = example();
    other.kind = kind;
    CHECK(parse_schedule(format_schedule(other)).kind == kind);
  }
}

TEST_CASE("a whole program's schedule string names no check") {
  ScheduleString schedule = example();
  schedule.check = 0;
  schedule.scenario = "main";
  schedule.params.clear();
  const std::string text = format_schedule(schedule);
  CHECK(text == with_checksum("2:0f3a5c7e9b1d2f40:-:main::2.8.3:99:pct.3-1,2,2+0"));
  CHECK(parse_schedule(text).check == 0);
}

TEST_CASE("a damaged schedule string is refused with what to do") {
  const std::string good = format_schedule(example());
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::string cut = good.substr(0, size);
    CAPTURE(cut);
    CHECK_THROWS_AS(parse_schedule(cut), BadScheduleString);
  }
  // A schedule string that was changed in one place is refused, too.
  for (const auto& [from, to] : {std::pair{",n=-7", ""},
                                 {"n=-7", "n=-8"},
                                 {"12f", "11f"},
                                 {"2.8.3", "0.8.3"},
                                 {"merge_ones", "merge_one"},
                                 {":99:", ":98:"},
                                 {"2,2+0", "2,2"}}) {
    const auto& shown = from;
    INFO(shown);
    CHECK_THROWS_WITH_AS(parse_schedule(replace_all(good, from, to)),
                         doctest::Contains("damaged"), BadScheduleString);
  }
  for (const char* bad :
       {"2:x:12z:s::1.4.2:1:t", "2:x:0f:s::1.4.2:1:t", "2:x:1f:s:a:1.4.2:1:t",
        "2:x:1f:s:a=b:1.4.2:1:t", "2:x:1f:s::1.4:1:t", "2:x:1f:s::1.4.2:z:t",
        "2:x:1f:s::1.4.2:1:a b", "2:x:1f:s::1.4.2:1:$(true)", "2:x:1f::x:1.4.2:1:t",
        "2:x:1f:s::1.4.2:1:t:more", "nonsense", ""}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_schedule(with_checksum(bad)), BadScheduleString);
  }
  CHECK_NOTHROW(parse_schedule(with_checksum("2:x:1f:s::1.4.2:1:t")));
  CHECK_THROWS_WITH_AS(parse_schedule("1:x"), doctest::Contains("format 1"),
                       BadScheduleString);
}

TEST_CASE("a skeleton is the solution without its marked regions") {
  CHECK(skeleton_from_solution("one\n"
                               "  // BEGIN SOLUTION\n"
                               "  two();\n"
                               "  //# TODO 1: say two.\n"
                               "    //# if (x) {\n"
                               "  //#\n"
                               "  // END SOLUTION\n"
                               "three\n") ==
        "one\n"
        "  TODO 1: say two.\n"
        "    if (x) {\n"
        "\n"
        "three\n");
}

TEST_CASE("outside of marked regions nothing changes") {
  const std::string text = "//# stays\n\t x\r\n\n// BEGIN SOLUTIONS\nlast\n";
  CHECK(skeleton_from_solution(text) == text);
}

TEST_CASE("markers without a partner are an error that names the line") {
  CHECK_THROWS_WITH_AS(skeleton_from_solution("a\n// BEGIN SOLUTION\nb\n"),
                       doctest::Contains("line 2"), BadMarkers);
  CHECK_THROWS_WITH_AS(skeleton_from_solution("a\n// END SOLUTION\n"),
                       doctest::Contains("line 2"), BadMarkers);
  CHECK_THROWS_WITH_AS(
      skeleton_from_solution("// BEGIN SOLUTION\n// BEGIN SOLUTION\n// END SOLUTION\n"),
      doctest::Contains("line 2"), BadMarkers);
}

TEST_CASE("a lab is found by number, topic, both, or its folder") {
  const auto labs = find_labs(fs::path(GRIDLOCK_TESTS_DIR) / "fixture/tree");
  REQUIRE(labs.size() == 2);
  for (const char* word :
       {"90", "fixture", "90_fixture", "90_fixture/", "labs/90_fixture"}) {
    CAPTURE(word);
    CHECK(find_lab(labs, word).id == "90_fixture");
  }
  CHECK(find_lab(labs, "91").hints.empty());
  CHECK(find_lab(labs, "90").hints.at(0).levels.size() == 3);
  CHECK(find_lab(labs, "90").parts.at(1).title == "What does not");
  for (const char* word : {"", "9", "fix", "92", "90_", "nonsense"}) {
    CAPTURE(word);
    CHECK_THROWS_WITH_AS(find_lab(labs, word), doctest::Contains("91_stunts"),
                         UsageError);
  }
}

TEST_CASE("lab numbers below ten need no zero") {
  Lab lab;
  lab.id = "01_last_block";
  lab.number = "1";
  lab.topic = "last_block";
  const std::vector<Lab> labs{lab};
  for (const char* word : {"1", "01", "last_block", "01_last_block"})
    CHECK(find_lab(labs, word).id == "01_last_block");
}

TEST_CASE("a lab.toml that is wrong is an error that names file and reason") {
  const fs::path folder = fixture_folder() / "tree/labs/01_wrong";
  fs::create_directories(folder);
  const auto refused = [&](const std::string& text, const char* reason) {
    write_file_atomic(folder / "lab.toml", text);
    CHECK_THROWS_WITH(find_labs(fixture_folder() / "tree"), doctest::Contains(reason));
  };
  refused("title = \"x\"\n", "submission");
  refused("title = \"x\"\nsubmission = \"x.cu\"\n", "points");
  refused("title = \"x\"\nsubmission = \"x.cu\"\npoints = 0\n", "points");
  refused("title = \"x\"\nsubmission = \"x.cu\"\npoints = 5\n", "requires");
  refused("title = \n", "line 1");
}

CheckResult check_with(std::vector<CheckRun> runs) {
  CheckResult check;
  check.runs = std::move(runs);
  return check;
}

CheckRun run_of(ExecutorKind executor, Verdict verdict) {
  CheckRun run;
  run.executor = executor;
  run.verdict = verdict;
  return run;
}

TEST_CASE("the run that decides is the one that failed, else one that ran") {
  const auto sim = ExecutorKind::sim;
  const auto gpu = ExecutorKind::gpu;
  const auto decides = [](const CheckResult& check) {
    return static_cast<int>(&check.deciding_run() - check.runs.data());
  };
  CHECK(decides(check_with(
            {run_of(sim, Verdict::passed), run_of(gpu, Verdict::deadlock)})) == 1);
  CHECK(decides(check_with(
            {run_of(sim, Verdict::data_race), run_of(gpu, Verdict::passed)})) == 0);
  CHECK(decides(check_with(
            {run_of(sim, Verdict::grader_error), run_of(gpu, Verdict::passed)})) == 0);
  CHECK(decides(check_with(
            {run_of(sim, Verdict::grader_error), run_of(gpu, Verdict::timeout)})) == 1);
  CHECK(decides(check_with(
            {run_of(gpu, Verdict::skipped), run_of(sim, Verdict::passed)})) == 1);
  CHECK(decides(check_with({run_of(gpu, Verdict::skipped)})) == 0);
}

TEST_CASE("outputs are shown by name, long ones cut") {
  CHECK(show_outputs({{"sum", {9}}, {"none", {}}}) == "none = nothing, sum = 9");
  CHECK(show_outputs({{"n", {1, 2, 3, 4, 5, 6, 7, 8, 9}}}) ==
        "n = 1 2 3 4 5 6 7 8 ... (9 values)");
  CHECK(show_scenario("sum", {{"n", 3}}) == "sum, n = 3");
}

// ---- The lines that a student can change ---------------------------------------------

/// Counters below 10 are in scenarios.cu, above 19 in reference.cu, others in lock.cu.
std::vector<SourceLine> lines_of(const std::filesystem::path&,
                                 const std::vector<std::uint64_t>& pcs) {
  std::vector<SourceLine> lines;
  for (const std::uint64_t pc : pcs) {
    const bool lab = pc < 10;
    const bool reference = pc > 19;  // Lines that an overlay takes from it.
    lines.push_back({lab         ? "scenarios.cu"
                     : reference ? "reference.cu"
                                 : "lock.cu",
                     static_cast<int>(pc),
                     lab       ? "count"
                     : pc < 15 ? "lock"
                               : "unlock",
                     ""});
  }
  return lines;
}

Access access_at(std::uint64_t pc) {
  Access access;
  access.pc = pc;
  return access;
}

/// The second part of a finding's text, which says what is missing.
std::string missing_of(const Finding& finding, const std::string& lab_file,
                       const LineFinder& lines = lines_of) {
  Placer placer(lines, "module.so", "lock.cu", lab_file);
  placer.expect(finding);
  return placer.place(finding).missing;
}

const std::string kBoth = "Thread 0 of block 0 and thread 0 of block 1";
const std::string kRemedy =
    "If only one is meant to, let all compute the value, and give the write alone a "
    "condition.  If each is to have a word of its own, give it one.  If they share it, they "
    "need a lock around all that uses it.";

/// The student's report of a race between two places; its interleaving has these steps.
std::string missing_text(std::uint64_t one, std::uint64_t other,
                         const std::vector<std::uint64_t>& steps,
                         const std::string& lab_file, int other_block = 0) {
  Finding finding;
  finding.kind = Verdict::data_race;
  const ThreadName first, last{.block = {1, 0, 0}};
  finding.missing = {SeveralThreadsWrite{{one}, first, last}};
  finding.remedy = {LetOneThreadDoIt{}};
  finding.accesses = {access_at(one), access_at(other)};
  finding.accesses.back().block[0] = other_block;
  for (const std::uint64_t pc : steps) finding.interleaving.push_back(access_at(pc));
  return missing_of(finding, lab_file);
}

TEST_CASE("who can change the lines that race is told how") {
  CHECK(missing_text(10, 11, {}, "scenarios.cu") ==
        kBoth + " both run line 10 and write the same word.  " + kRemedy);
  // The author of a whole program can change its headers, too.
  CHECK(missing_text(3, 4, {}, "") ==
        kBoth + " both run scenarios.cu:3 and write the same word.  " + kRemedy);
}

TEST_CASE("a line that races with itself is not told to come after itself") {
  const auto told = [](std::uint64_t write, std::uint64_t read) {
    Finding finding;
    finding.kind = Verdict::data_race;
    finding.missing = {NothingSignalled{{write}, {read}}};
    finding.remedy = {SignalAndWait{{write}, {read}}};
    return missing_of(finding, "");
  };
  CHECK(contains(told(10, 11), "After line 10, a fence"));
  CHECK_FALSE(contains(told(10, 10), "After line 10, a fence"));
  CHECK(told(10, 10).ends_with(
      "A block may come to line 10 only after the other has left it: that one must fence "
      "and then send an atomic or volatile signal, this one wait for the signal and then "
      "fence.  Within one kernel a barrier of all blocks does both; all its threads must "
      "reach it equally often."));
}

TEST_CASE("a race in the lab's own code is about the functions that it relies on") {
  const std::string whose =
      "scenarios.cu is the lab's own code: it relies on unlock() and lock() to keep these "
      "two apart.";
  CHECK(missing_text(3, 4, {3, 16, 11, 12, 4}, "scenarios.cu", 1) ==
        whose + "  " + kBoth + " both run scenarios.cu:3 and write the same word.");
  CHECK(missing_text(3, 4, {3, 20, 12, 4}, "scenarios.cu", 1) ==
        whose + "  " + kBoth + " both run scenarios.cu:3 and write the same word.");
  CHECK(missing_text(3, 4, {3, 4}, "scenarios.cu", 1) ==
        "scenarios.cu is the lab's own code: it relies on your code to keep these two "
        "apart.  " +
            kBoth + " both run scenarios.cu:3 and write the same word.");
  // The student cannot add an order between two threads of a block in the lab's code.
  CHECK(missing_text(3, 4, {3, 16, 11, 12, 4}, "scenarios.cu") == whose);
}

/// The student's report of these causes; the lab's code is in scenarios.cu.
std::string told_in_lab(const Causes& causes) {
  Finding finding;
  finding.kind = Verdict::data_race;
  finding.missing = causes;
  return missing_of(finding, "scenarios.cu");
}

TEST_CASE("nobody is asked to put a call into the lab's own code") {
  const auto host_waits = [](std::uint64_t task, std::uint64_t use) {
    return told_in_lab({HostDoesNotWait{{"launch", {task}}, {}, {use}, false}});
  };
  CHECK(host_waits(10, 12).ends_with(
      "cudaDeviceSynchronize() must come between line 10 and line 12."));
  CHECK(host_waits(10, 3).ends_with(
      "cudaDeviceSynchronize() must come after line 10, before your function returns."));
  CHECK(host_waits(3, 10).ends_with(
      "cudaDeviceSynchronize() must come before line 10, in your function."));
  CHECK(told_in_lab({EventNotRecorded{{11}, {3}}})
            .ends_with("cudaEventRecord must come before line 11, in your function."));
  NoEventOrders unordered;
  unordered.later = {"launch", {11}};
  unordered.earlier = {"launch", {3}};
  unordered.later_stream.kind = StreamName::Kind::created;
  unordered.earlier_stream.kind = StreamName::Kind::created;
  CHECK(contains(
      told_in_lab({unordered}),
      "(cudaEventRecord; create it on that stream's device, and destroy it after "
      "the wait), and let"));
  unordered.on_one_device = true;
  CHECK(contains(told_in_lab({unordered}), "before line 11, record one in"));
  // A copy of the student's can join the lab's stream, so the host need not wait.
  unordered.later = {"cudaMemcpy", {11}};
  unordered.later_stream = {};
  unordered.not_blocking = unordered.earlier_stream;
  CHECK(contains(told_in_lab({unordered}),
                 ": call cudaMemcpyAsync in line 11, in the stream"));
}

TEST_CASE("threads are told apart by what differs, and their lists are short") {
  const auto run = [](const ThreadName& one, const ThreadName& other) {
    return told_in_lab({SeveralThreadsWrite{{10}, one, other}});
  };
  const std::string ends = " both run line 10 and write the same word.";
  CHECK(run({.thread = {1, 0, 0}}, {}) == "Threads 0 and 1 of block 0" + ends);
  CHECK(run({.kernel = 1}, {.kernel = 2}) ==
        "Thread 0 of block 0 of kernel 1 and thread 0 of block 0 of kernel 2" + ends);
  CHECK(run({.block = {0, 1, 0}}, {.device = 1}) ==
        "Thread 0 of block (0,1,0) on device 0 and thread 0 of block 0 on device 1" +
            ends);
  const auto came = [](std::vector<std::array<int, 3>> threads) {
    return told_in_lab({CameToBarriers{{}, {10}, std::move(threads), {12}, {9, 0, 0}}});
  };
  CHECK(came({{0, 0, 0}}) ==
        "Of block 0, thread 0 came to line 10, and thread 9 to line 12.");
  CHECK(came({{0, 0, 0}, {2, 0, 0}}).starts_with("Of block 0, threads 0 and 2 came"));
  CHECK(contains(came({{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}), "threads 1-3 came"));
  CHECK(contains(came({{0, 0, 0}, {2, 0, 0}, {4, 0, 0}, {6, 0, 0}, {8, 0, 0}}),
                 "threads 0, 2, 4, 6 and 1 more came"));
}

TEST_CASE("of two events without a time both are told") {
  CallFault fault{.kind = CallFault::Kind::without_timing, .event_created = {10}};
  const auto told = [&] {
    return told_in_lab({ApiError{"cudaEventElapsedTime", "invalid handle", fault}});
  };
  CHECK(contains(told(), "The event that line 10 creates has no time"));
  fault.also_created = Place{12};
  CHECK(contains(told(), "The events that line 10 and line 12 create have no time"));
}

TEST_CASE("a barrier of all blocks is offered only where it may be meant") {
  for (const bool serves : {true, false}) {
    CAPTURE(serves);
    const std::string text = told_in_lab({DecideWhoIsFirst{{10}, {12}, false, serves},
                                          SignalAndWait{{10}, {12}, false, serves}});
    CHECK((text.find("the last ticket of a counter") != text.npos) == serves);
    CHECK((text.find("a barrier of all blocks does both") != text.npos) == serves);
    const std::string in_place =
        told_in_lab({DecideWhoIsFirst{{10}, {12}, false, serves, true}});
    CHECK_FALSE(contains(in_place, "the last ticket of a counter"));
    CHECK(
        contains(in_place, "correct the index.  If not, a barrier of all blocks must "));
  }
}

TEST_CASE("an update is told the atomic function that its line shows") {
  const auto told = [](const std::string& line) {
    Finding finding;
    finding.kind = Verdict::data_race;
    finding.remedy = {UpdateAtomically{{10}}};
    const LineFinder lines = [&](const fs::path&, const std::vector<std::uint64_t>& pcs) {
      return std::vector(pcs.size(), SourceLine{"lock.cu", 10, "lock", line});
    };
    const std::string text = missing_of(finding, "", lines);
    const auto at = text.find(" does both in one step");
    return at == text.npos ? ""
                           : text.substr(text.rfind(' ', at - 1) + 1,
                                         at - text.rfind(' ', at - 1) - 1);
  };
  CHECK(told("++*mutex;") == "atomicAdd");
  CHECK(told("if (left == 0) data->mask &= ~(1 << kid);") == "atomicAnd");
  CHECK(told("sum -= 3;") == "");  // No function takes a float.
  CHECK(told("b <<= 1; i++;") == "");
  CHECK(told("for (int i = 0; i < n; i += 2) item[i] = 3 * item[i];") == "");
  CHECK(told("value = value * 3;") == "");
}

TEST_CASE("of two lines that race only the student's own is there to be changed") {
  CHECK(missing_text(3, 11, {}, "scenarios.cu") ==
        kBoth +
            " both run scenarios.cu:3 and write the same word.  scenarios.cu is the "
            "lab's own code: change yours.");
}

TEST_CASE("a lab's checks come part by part, then as their files have them") {
  const auto add = [](const char* part, const char* title, const char* file, int line) {
    detail::CheckRegistration({"98_parts", part, title, file, line, 1});
  };
  add("98a", "second", "checks.cpp", 9);
  add("98c", "last", "checks.cpp", 12);
  add("98a", "first", "checks.cpp", 3);
  add("98b", "third", "checks_more.cpp", 1);
  std::string titles;
  for (const RegisteredCheck& check : checks_of("98_parts"))
    titles += fmt::format("{} {}, ", check.number, check.title);
  CHECK(titles == "1 first, 2 second, 3 third, 4 last, ");
}

}  // namespace gridlock::test_parts
