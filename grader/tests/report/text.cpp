// Reports for people and programs, made from records by hand.
#include <pugixml.hpp>

#include "report/failure_text.h"
#include "report/finding_text.h"
#include "report/json.h"
#include "report/json_reader.h"
#include "report/junit.h"
#include "report/layout.h"
#include "report/program_text.h"
#include "report/progress_line.h"
#include "report/terminal.h"
#include "report/trace_text.h"
#include "tests/test.h"
#include "wording/words.h"

namespace gridlock::test_text {
const Look kPlain{false, 80};
constexpr const char* kNasty = "\x1b]0;owned\a\x1b[31mred\x1b[0m\r\n\tback\b\xff<b>&";

PlacedAccess placed(StepKind kind, const char* op, int line, int block) {
  PlacedAccess access;
  access.access.kind = kind;
  access.access.op = op;
  access.access.pc = static_cast<std::uint64_t>(line);
  access.access.block = {block, 0, 0};
  access.location = "partial[0]";
  access.place = {"last_block.cu", line, "", "partial[blockIdx.x] = sum;"};
  return access;
}

PlacedFinding race() {
  PlacedFinding finding;
  finding.kind = "data_race";
  finding.message = "Two threads met at partial[0].";
  finding.missing = "No __threadfence lies between line 23 and the ticket in line 31.";
  finding.accesses = {placed(StepKind::write, "write", 23, 0),
                      placed(StepKind::read, "read", 36, 1)};
  return finding;
}

CheckRun run_of(Verdict verdict) {
  CheckRun run;
  run.verdict = verdict;
  run.schedules = 1000;
  return run;
}

LabResult lab_with(std::vector<CheckRun> runs) {
  LabResult lab;
  lab.lab = "01_last_block";
  int number = 0;
  for (CheckRun& run : runs) {
    CheckResult check;
    check.part = "1a";
    check.title = "claim " + std::to_string(++number);
    check.worth = check.max_points = 10;
    check.points = run.verdict == Verdict::passed ? 10 : 0;
    check.runs.push_back(std::move(run));
    lab.checks.push_back(std::move(check));
  }
  return lab;
}

int longest_line(const std::string& text) {
  int longest = 0;
  for (const std::string_view line : split_lines(text))
    longest = std::max(longest, width_of(line));
  return longest;
}

TEST_CASE("a value is shown as what it most likely means") {
  const auto text = [](std::uint64_t bits, std::uint32_t bytes = 4) {
    return words_of(Value{bits, bytes, ValueKind::integer});
  };
  CHECK(text(7) == "7");
  CHECK(text(0xFFFFFFFD) == "4294967293 (-3)");
  CHECK(text(0xFFFFFFFFFFFFFFFD, 8) == "18446744073709551613 (-3)");
  CHECK(text(0xFFFFFFFD, 8) == "4294967293");
  // A mixture of bits, such as a hash, is no small number below 0.
  CHECK(text(0x9E3779B9) == "2654435769");
  CHECK(text(0x80000003) == "2147483651 (0x80000003)");
  CHECK(text(0xA5A5A5A5) == "0xa5a5a5a5 (never written)");
  CHECK(text(0xCDCDCDCDCDCDCDCD, 8) == "0xcdcdcdcdcdcdcdcd (never written)");
  CHECK(text(0xCDCDCDCD, 8) == "3452816845");
  CHECK(text(0xA5A5, 2) == "42405");
}

TEST_CASE("wrap breaks at spaces and indents what follows") {
  const Look narrow{false, 20};
  CHECK(wrap(narrow, 2, "one two three four five six") ==
        "  one two three four\n  five six\n");
  CHECK(wrap(narrow, 4, "one two three four", 0) == "one two three four\n");
  CHECK(wrap(narrow, 0, "averyveryverylongwordindeed x") ==
        "averyveryverylongwordindeed\nx\n");
  CHECK(wrap(narrow, 2, "a\n\nb") == "  a\n\n  b\n");
}

TEST_CASE("a long command is broken before options alone, as a shell takes it") {
  const Look narrow{false, 30};
  CHECK(broken(narrow, 4, "./gridlock check 1 --cure") == "./gridlock check 1 --cure");
  CHECK(broken(narrow, 4, "./gridlock check 1 --only \"a b\" --cure") ==
        "./gridlock check 1 \\\n        --only \"a b\" --cure");
}

TEST_CASE("tables align by characters, not by bytes") {
  CHECK(table(kPlain, 0, {{"\xC3\xA4", "x"}, {"bb", "y"}}) == "\xC3\xA4   x\nbb  y\n");
  CHECK(shorten("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 4) == "\xC3\xA4...");
}

TEST_CASE("a finding names both accesses, their lines, and the missing link") {
  const std::string text = finding_text(kPlain, 4, race());
  must_say(text, {"write partial[0]", "by block 0, thread 0", "last_block.cu:23",
                  "read partial[0]", "by block 1, thread 0", "last_block.cu:36",
                  "partial[blockIdx.x] = sum;",
                  "No __threadfence lies between line 23 and the ticket in line 31."});
  CHECK(longest_line(text) <= 80);
  CHECK(longest_line(finding_text({false, 100}, 4, race())) <= 100);
}

TEST_CASE("a name that has no room in a table keeps its index") {
  PlacedFinding finding;
  finding.accesses.resize(2);
  for (PlacedAccess& access : finding.accesses) access.access.op = "write";
  finding.accesses[0].location = "memory of a_file_with_a_long_name.cu:120 [7]";
  finding.accesses[1].location = "memory of a_file_with_a_long_name.cu:120 [262140]";
  const std::string text = finding_text({}, 2, finding);
  INFO(text);
  must_say(text, {"write memory of a_file_with_a_long_n...[7]",
                  "write memory of a_file_with_a_l...[262140]"});
  finding.accesses[0].location = "a name that is long and has no index at all";
  CHECK(contains(finding_text({}, 2, finding),
                 "write a name that is long and has no in..."));
}

TEST_CASE("many threads that wait at one place are one row") {
  PlacedFinding deadlock;
  deadlock.kind = "deadlock";
  for (int block = 0; block < 40; ++block)
    deadlock.accesses.push_back(placed(StepKind::call, "wait", 22, block));
  const std::string text = finding_text(kPlain, 0, deadlock);
  CHECK(contains(text, "block 0, thread 0 and 39 more"));
  CHECK(split_lines(text).size() <= 3);
  // The text is just as short if each thread waits for its own word.
  for (int block = 0; block < 40; ++block) {
    deadlock.accesses[static_cast<std::size_t>(block)].access.op = "spinning";
    deadlock.accesses[static_cast<std::size_t>(block)].location =
        "flags[" + std::to_string(block) + "]";
  }
  CHECK(contains(finding_text(kPlain, 0, deadlock), "and 39 more"));
}

TEST_CASE("a long interleaving keeps its end, where the finding is") {
  std::vector<PlacedAccess> steps;
  for (int i = 0; i < 30; ++i)
    steps.push_back(i % 2 ? placed(StepKind::write, "write", 23, 0)
                          : placed(StepKind::read, "read", 36, 1));
  const std::string text = interleaving_text(kPlain, 2, steps, 5, "last_block.cu");
  must_say(text, {"26  W |  block 0, thread 0  line 23",
                  "30  W |  block 0, thread 0  line 23"});
  CHECK_FALSE(contains(text, "25  "));
  CHECK(split_lines(text).size() == 5);
}

PlacedAccess by_kernel(const char* op, const char* file, int line, int device) {
  PlacedAccess access = placed(StepKind::call, op, line, 0);
  access.access.device = device;
  access.access.kernel = static_cast<std::uint64_t>(device) + 1;
  access.place.file = file;
  return access;
}

TEST_CASE("what happened, and where, is read also where who did it takes the room") {
  const std::vector<PlacedAccess> steps{by_kernel("write", "scenarios.cu", 119, 0),
                                        by_kernel("read", "scenarios.cu", 123, 1)};
  const std::string text = interleaving_text(kPlain, 10, steps, 5, "stream_wait.cu");
  must_say(text,
           {"thread 0  scenarios.cu:123\n", "\n                  write partial[0]\n"});
  CHECK(longest_line(text) <= 80);
  CHECK(longest_line(interleaving_text({false, 100}, 10, steps, 5, "")) > 80);

  PlacedFinding finding = race();
  finding.accesses = steps;
  const std::string places = finding_text(kPlain, 10, finding);
  must_say(places, {"\n              scenarios.cu:119  partial[blockIdx.x] = sum;",
                    "by device 1, kernel 2, block 0, thread 0\n"});
}

TEST_CASE("steps that repeat are one row") {
  std::vector<PlacedAccess> steps(30, placed(StepKind::read, "read", 36, 1));
  steps.push_back(placed(StepKind::write, "write", 23, 0));
  const std::string text = interleaving_text(kPlain, 2, steps, 5, "last_block.cu");
  CHECK(split_lines(text).size() == 2);
  must_say(text, {"read partial[0] (30 times)", "31  W |  block 0, thread 0  line 23"});
}

TEST_CASE("untrusted text in a record cannot reach the terminal as it is") {
  PlacedFinding nasty = race();
  nasty.kind = nasty.message = nasty.missing = kNasty;
  nasty.accesses[0].access.op = nasty.accesses[0].location = kNasty;
  nasty.accesses[0].note = nasty.accesses[0].place.file = kNasty;
  nasty.accesses[0].place.text = kNasty;
  std::string text = finding_text(kPlain, 2, nasty) + advice_text(kPlain, 2, nasty) +
                     interleaving_text(kPlain, 2, nasty.accesses, 9, "x") +
                     quoted(kPlain, 2, kNasty, 9);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\a') == std::string::npos);
  CHECK(text.find('\b') == std::string::npos);
  CHECK(is_utf8(text));
}

TEST_CASE("what is quoted comes out of a shell as it was") {
  for (const std::string text :
       {"a, b: c", "it's", "$(echo no)", "`echo no`", "\"said\"", "a\\b", "!!", "*",
        "~/x", "a;b", "a|b&c", "#no", "%s", "-n", "{a,b}", "<in >out", "tab\there"}) {
    ProcessRequest request;
    request.argv = {"sh", "-c", "printf %s " + shell_quoted(text)};
    if (text.starts_with('-')) request.argv.back().insert(10, "x");
    const std::string expected = text.starts_with('-') ? "x" + text : text;
    CHECK(run_process(request).output == expected);
  }
}

class Output {
 public:
  Output() { REQUIRE(file_ != nullptr); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { std::fclose(file_); }
  std::FILE* file() const { return file_; }
  std::string text() const {
    std::string text(static_cast<std::size_t>(1) << 16, '\0');
    const ssize_t got = ::pread(::fileno(file_), text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return text;
  }

 private:
  std::FILE* file_ = std::tmpfile();
};

std::string report_of(const LabResult& lab, const Look& look, bool all = false) {
  const Output output;
  TerminalReport report(output.file(), look,
                        {"/nonexistent", {}, " --submission x.cu", " --on sim"}, all);
  Lab about;
  about.id = lab.lab;
  about.number = "1";
  about.title = "The last block";
  about.submission_name = "last_block.cu";
  about.parts = {{"1a", "The guard"}};
  about.hints = {{"1a", {"Think."}}};
  report.lab_begins(about, lab);
  for (const CheckResult& check : lab.checks) report.check_ends(lab, check);
  report.lab_ends(lab);
  return output.text();
}

LabResult lab_with_a_race() {
  CheckRun raced = run_of(Verdict::data_race);
  raced.finding = race();
  raced.interleaving = {placed(StepKind::write, "write", 23, 0),
                        placed(StepKind::read, "read", 36, 1)};
  raced.context = {"2 blocks of 2 threads"};
  raced.schedules_to_finding = 1234;
  raced.replay = "2:x:5e9c02";
  raced.advice = {race()};
  raced.advice[0].accesses = {placed(StepKind::write, "write", 41, 0)};
  return lab_with({run_of(Verdict::passed), raced, raced});
}

TEST_CASE("a report says what failed, why, how it was found, and how to go on") {
  const std::string text = report_of(lab_with_a_race(), kPlain);
  must_say(text, {"Lab 1: The last block", "score", "10/30", "1a  FAIL   0/10  claim 2",
                  "data_race: Two threads met at partial[0].", "last_block.cu:23",
                  "No __threadfence lies between", "1  W |  block 0, thread 0  line 23",
                  "with 2 blocks of 2 threads, in schedule 1,234",
                  "./gridlock trace 1 --schedule 5e9c02 --out steps.html\n",
                  "./gridlock check 1 --submission x.cu --on sim --only",
                  "Advice, which may explain a failure", "./gridlock hint 1 1a"});
}

TEST_CASE("a command that does not fit in a line is told as what to add to it") {
  const LabResult lab = lab_with_a_race();
  CHECK(contains(report_of(lab, {false, 60}),
                 "\n      again   your command with --only \"claim 2\"\n"));
}

TEST_CASE("a report's last screen has the verdict and, once, the missing link") {
  constexpr std::size_t kScreen = 22;  // Two lines of 24 go to --cure and the prompt.
  LabResult lab = lab_with_a_race();
  for (int i = 0; i < 20; ++i) lab.checks.push_back(lab.checks[1]);
  lab.checks.back().runs.front().finding->accesses[0].place.line = 24;
  const std::string text = report_of(lab, kPlain);
  const auto lines = split_lines(text);
  std::string screen;
  for (std::size_t i = lines.size() - kScreen; i < lines.size(); ++i)
    screen.append(lines[i]).append("\n");
  must_say(screen,
           {"      data_race: Two threads met", "=> No __threadfence lies between",
            "\n  Stuck?  ./gridlock hint 1 1a\n"});
  CHECK(text.find("=> No") == text.rfind("=> No"));
}

TEST_CASE("a report says once what the letters of its interleavings stand for") {
  const std::string told = "How it came about (W write, R read):";
  const std::string all = report_of(lab_with_a_race(), kPlain, true);
  const std::size_t at = all.find(told);
  REQUIRE_MESSAGE(at != all.npos, all);
  CHECK(all.find("(W write", at + 1 + told.size()) == all.npos);
  CHECK(all.find("How it came about:", at) != all.npos);
}

TEST_CASE("a report says how many cases had passed before the one that failed") {
  LabResult lab = lab_with_a_race();
  const auto found = [&](int passed_before) {
    lab.checks[1].runs.front().passed_before = passed_before;
    const std::string text = report_of(lab, kPlain);
    const std::size_t at = text.find("      found   ");
    return text.substr(at, text.find('\n', at) - at);
  };
  CHECK(found(0) == "      found   with 2 blocks of 2 threads, in schedule 1,234");
  CHECK(
      found(1) ==
      "      found   with 2 blocks of 2 threads, after 1 case passed, in schedule 1,234");
  CHECK(found(5) ==
        "      found   with 2 blocks of 2 threads, after 5 cases passed, in schedule");
  lab.checks[1].runs.front().passes_with = "2 blocks of 1 thread";
  CHECK(
      found(5) ==
      "      found   with 2 blocks of 2 threads, in schedule 1,234; with 2 blocks of 1");
}

TEST_CASE("of wrong results the first is told, of races the one that most checks share") {
  LabResult lab;
  for (const char* expression : {"share == 4", "sum == 9", "sum == 9"}) {
    CheckRun run = run_of(Verdict::wrong_result);
    run.failures = {{}};
    run.failures.front().expression = expression;
    CheckResult& check = lab.checks.emplace_back();
    check.part = "1a";
    check.max_points = 10;
    check.points = 0;
    check.runs = {run};
  }
  CHECK(first_to_repair(lab) == &lab.checks[0]);
  for (CheckResult& check : lab.checks) {
    PlacedFinding finding = race();
    if (&check == &lab.checks[0]) finding.accesses.front().place.line = 24;
    check.runs.front().verdict = Verdict::data_race;
    check.runs.front().finding = finding;
  }
  CHECK(first_to_repair(lab) == &lab.checks[1]);
}

TEST_CASE("wrong results come first, then hangs, missing order, and large numbers") {
  LabResult lab = lab_with_a_race();
  lab.checks.resize(2);
  const auto add = [&](Verdict verdict, const char* part, const Params& params) {
    CheckRun run = run_of(verdict);
    run.params = params;
    CheckResult& check = lab.checks.emplace_back(lab.checks[1]);
    check.part = part;
    check.runs = {run};
  };
  lab.checks.front() = lab.checks[1];
  add(Verdict::deadlock, "1a", {});
  CHECK(first_to_repair(lab) == &lab.checks[2]);
  add(Verdict::wrong_result, "1a", {{"n", 7}, {"threads", 4}});
  CHECK(first_to_repair(lab) == &lab.checks[3]);
  lab.checks[3].runs.front().params["threads"] = 4294967295;
  CHECK(first_to_repair(lab) == &lab.checks[2]);
  lab.checks.erase(lab.checks.begin(), lab.checks.begin() + 3);
  add(Verdict::wrong_result, "1b", {{"n", 3}});
  CHECK(first_to_repair(lab) == &lab.checks[1]);
}

TEST_CASE("of a hang the host's call is quoted where it is the student's") {
  LabResult lab = lab_with_a_race();
  CheckRun& run = lab.checks[1].runs.front();
  run.verdict = Verdict::deadlock;
  run.finding->kind = "deadlock";
  PlacedAccess host = placed(StepKind::call, "cudaStreamSynchronize", 81, 0);
  host.access.host = true;
  host.place.text = "TRY(cudaStreamSynchronize(from));";
  run.finding->accesses = {host};
  lab.checks.resize(2);
  const std::string quote =
      "by the host  last_block.cu:81\n            TRY(cudaStreamSynchronize(from));";
  CHECK(contains(report_of(lab, kPlain), quote));
  // A wait in the lab's own lines is not quoted: the message names it.
  run.finding->accesses[0].place.file = "scenarios.cu";
  CHECK_FALSE(contains(report_of(lab, kPlain), "TRY("));
}

TEST_CASE("what came of a search for a cure is always said") {
  LabResult lab = lab_with_a_race();
  CHECK(cure_outcome(lab) == "No change of order was found that could be tried.");
  lab.cures_cut_short = "after 20 s";
  CHECK(cure_outcome(lab) ==
        "The search was cut short after 20 s, before one change was tried.");
  lab.cures_cut_short.clear();
  lab.cures_tried = 3;
  const std::string none =
      "Tried 3 changes of order (fences, barriers, waits, atomics): none repairs it.";
  CHECK(cure_outcome(lab) == none);
  lab.cures_cut_short = "after 20 s";
  const std::string cut = " The search was cut short after 20 s; others were not tried.";
  CHECK(cure_outcome(lab) == none + cut);
  lab.cure = {"claim 2", "`__threadfence();` before `x = 1;` in line 8", 8, 0, 0, "", 2,
              3};
  const std::string some =
      "Tried: with `__threadfence();` before `x = 1;` in line 8, the check \"claim 2\" "
      "passes, and so do 2 of the lab's 3 checks.";
  CHECK(cure_outcome(lab) == some + cut);
  lab.cures_cut_short.clear();
  CHECK(cure_outcome(lab) == some);
  lab.cure->checks_passed = 3;
  CHECK(cure_outcome(lab) ==
        "Tried: with `__threadfence();` before `x = 1;` in line 8, all 3 checks of the "
        "lab pass.");
}

template <class After>
std::string said_after(const std::string& submission, const After& after) {
  const Output output;
  TerminalReport report(output.file(), kPlain, {"/nonexistent", "1", submission, ""},
                        false);
  after(report);
  return output.text();
}

TEST_CASE("the time at the end is the call's") {
  GradeResult result;
  result.labs = {lab_with_a_race()};
  result.labs.front().seconds = 2.5;
  CHECK(said_after("", [&](auto& report) { report.finish(result, 2.6); }).empty());
  const auto with_cure = [&](TerminalReport& report) {
    report.cure_ends("Nothing.");
    report.finish(result, 178);
  };
  CHECK(said_after("", with_cure) == "\n  Nothing.\n  The whole call took 178.0 s.\n");
  result.labs.push_back(result.labs.front());
  const std::string two =
      said_after("", [&](auto& report) { report.finish(result, 178); });
  CHECK(two.ends_with("\n  The whole call took 178.0 s.\n"));
}

TEST_CASE("a report shows what the compiler warns of, and no more than a line's width") {
  ModuleBuild build;
  const auto shown = [&] {
    return said_after("", [&](auto& report) { report.build_ends(build); });
  };
  CHECK(shown().empty());
  build.warnings =
      "last_block.cu:12: warning: using the result of an assignment as a condition "
      "without parentheses\n    if (tid = 0)\n";
  CHECK(
      shown() ==
      "\n  The compiler warns:\n"
      "  | last_block.cu:12: warning: using the result of an assignment as a condition\n"
      "  |     without parentheses\n  |     if (tid = 0)\n");
  ProgramRecord record;
  record.built = true;
  record.warnings = build.warnings;
  CHECK(program_text(kPlain, record, "x.cu", "x.cu", "")
            .starts_with("The compiler warns:\n  | last_block.cu:12: warning:"));
  CHECK(program_json(record).at("warnings") == build.warnings);
}

/// The output once it contains this, or after a minute.
std::string progress_with(const Output& output, const std::string& part) {
  for (int tries = 0; tries < 6000 && !contains(output.text(), part); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return output.text();
}

TEST_CASE("without a terminal a line now and then says what is being done") {
  using namespace std::chrono_literals;
  const Output output;
  ProgressLine line(output.file(), {1ms, 1ms});
  line.say("check 1 of 2: one ...");
  const std::string first = progress_with(output, "check 1 of 2: one ...\n");
  CHECK(first.starts_with("gridlock: "));
  CHECK(contains(first, " s: check 1 of 2: one ...\n"));
  line.clear();
  line.say("check 2 of 2: two ...");
  CHECK(contains(progress_with(output, "two"), " s: check 2 of 2: two ...\n"));
}

TEST_CASE("behind other output the first line comes as soon as at the beginning") {
  using namespace std::chrono_literals;
  const Output output;
  ProgressLine line(output.file(), {1ms, 1h});
  line.say("one ...");
  progress_with(output, "one ...\n");
  line.clear();
  line.say("two ...");
  CHECK(contains(progress_with(output, "two ...\n"), " s: two ...\n"));
}

TEST_CASE("what is soon done is not said, nor what another process says") {
  using namespace std::chrono_literals;
  const Output output;
  {
    ProgressLine line(output.file(), {1h, 1h});
    line.say("one ...");
    std::this_thread::sleep_for(50ms);
  }
  CHECK(output.text().empty());
  ::setenv("GRIDLOCK_NO_PROGRESS", "1", 1);
  {
    ProgressLine line(output.file(), {0ms, 1h});
    ::unsetenv("GRIDLOCK_NO_PROGRESS");
    line.say("one ...");
    std::this_thread::sleep_for(50ms);
  }
  CHECK(output.text().empty());
}

TEST_CASE("a wrong result says if a race was found as well") {
  LabResult lab = lab_with_a_race();
  CheckRun& run = lab.checks[1].runs.front();
  run.verdict = Verdict::wrong_result;
  run.message = "the sum is 3, not 4";
  run.notes = {*run.finding};
  run.finding.reset();
  lab.checks.resize(2);
  CHECK(contains(report_of(lab, kPlain), "Also found: data_race: Two threads met at"));
}

TEST_CASE("what is missing in another function, too, is told of both") {
  LabResult lab = lab_with_a_race();
  PlacedFinding& first = *lab.checks[1].runs.front().finding;
  PlacedFinding& second = *lab.checks[2].runs.front().finding;
  first.cause = second.cause = {MissingLink::Kind::fence, Scope::device};
  first.blamed = {{"last_block.cu", 23, "enter", ""}, {"last_block.cu", 31, "enter", ""}};
  second.blamed = {{"last_block.cu", 41, "leave", ""},
                   {"last_block.cu", 45, "leave", ""}};
  const std::string_view told =
      "\n  The same shows in leave(), in line 41 and line 45 (1a): the repair must reach\n"
      "  that, too.\n";
  CHECK(contains(report_of(lab, kPlain), told));
  second.cause.scope = Scope::system;
  CHECK(contains(report_of(lab, kPlain),
                 "in line 41 and line 45, there with a\n  __threadfence_system() (1a)"));
  first.cause = second.cause = {};
  first.lacking = {ScopeTooNarrow{{"atomicExch", {1}}, Scope::block, Scope::device, {}}};
  second.lacking = {ScopeTooNarrow{{"atomicExch", {2}}, Scope::block, Scope::system, {}}};
  CHECK(contains(report_of(lab, kPlain), "there with system scope\n  (1a)"));
  first.lacking = second.lacking = {};
  first.cause = second.cause = {MissingLink::Kind::fence, Scope::device};
  // If two failures share a function, one repair may serve both.
  second.blamed.push_back(first.blamed.front());
  CHECK_FALSE(contains(report_of(lab, kPlain), "The same shows"));
  second.blamed.pop_back();
  second.cause = {MissingLink::Kind::block_barrier};
  CHECK_FALSE(contains(report_of(lab, kPlain), "The same shows"));
}

TEST_CASE("wrong results of differently named things have different causes") {
  const auto key = [](const char* complaint) {
    CheckRun run = run_of(Verdict::wrong_result);
    FailedAssertion& failed = run.failures.emplace_back();
    failed.expression = "predicted == returned";
    failed.info = {complaint};
    return cause_id(run);
  };
  CHECK(key("kRecordThere is cudaSuccess") != key("kWaitElsewhere is cudaSuccess"));
  CHECK(key("send() returned 1") != key("follow() returned 1"));
  CHECK(key("item 1 is lost") == key("item 2 is lost"));
}

TEST_CASE("a report says in what box a file ran, and what is missing if it had none") {
  LabResult lab = lab_with_a_race();
  lab.boxed = true;
  lab.tier = "B";
  CHECK(contains(report_of(lab, kPlain), "; in a box (tier B)."));
  lab.boxed = false;
  lab.no_box = "it is not installed";
  lab.tier = "C";
  CHECK(contains(report_of(lab, kPlain), "; no box (tier C)."));
  CHECK_FALSE(contains(report_of(lab, kPlain), "installed"));
  lab.tier = "D";
  CHECK(contains(report_of(lab, kPlain),
                 "  Ran without a box, with your own permissions (tier D): it is not"));
}

TEST_CASE("beside failures the score of all parts fits in a line") {
  LabResult lab = lab_with_a_race();
  for (const char* part : {"1b", "1c"}) {
    lab.checks.push_back(lab.checks[2]);
    lab.checks.back().part = part;
  }
  lab.checks.push_back(lab.checks[0]);
  lab.checks.back().part = "1d";
  const std::string text = report_of(lab, kPlain);
  must_say(text, {"  score  20/60: 1a 10/30 (1 of 3 pass); 1b 0/10 (0 of 1); "
                  "1c 0/10 (0 of 1); 1d\n         10/10\n"});
}

TEST_CASE("a check of scopes that fails for another reason has not judged them") {
  LabResult lab = lab_with_a_race();
  lab.checks[2].kind = CheckKind::fences;
  CHECK(contains(report_of(lab, kPlain), "  1a  not judged yet: \"claim 3\"\n"));
  lab.checks[2].runs.front().finding->kind = name(Advice::fence_too_wide);
  const std::string judged = report_of(lab, kPlain);
  CHECK_MESSAGE(contains(judged, "2 checks fail (--all tells each in full):\n"), judged);
  CHECK_FALSE(contains(judged, "not judged yet"));
}

TEST_CASE("of the first part that fails, the most frequent cause is told in full") {
  LabResult lab = lab_with_a_race();
  CheckRun wrong = run_of(Verdict::wrong_result);
  wrong.message = "the sum is 3, not 4";
  for (int number : {4, 5, 6, 7}) {
    lab.checks.push_back(lab.checks[1]);
    lab.checks.back().title = "claim " + std::to_string(number);
    lab.checks.back().runs = {wrong};
    wrong.message = "launch 2 of 3: the sum is 5, not 6";
  }
  lab.checks.back().part = "1b";
  const std::string text = report_of(lab, kPlain);
  must_say(text, {"1 of 6 pass",
                  "\nRepair this first; 6 checks fail (--all tells each in full):\n"
                  "1a  FAIL   0/10  claim 4\n",
                  "\n  3 more checks fail for the same cause (1a, 1b).\n"});
}

TEST_CASE("of the checks that fail, those that hang are counted") {
  LabResult lab = lab_with_a_race();
  CheckRun hang = run_of(Verdict::deadlock);
  hang.finding.emplace().kind = name(Verdict::deadlock);
  lab.checks.push_back(lab.checks[1]);
  lab.checks.back().title = "claim 4";
  lab.checks.back().runs = {hang};
  lab.checks.back().part = "1b";
  const std::string text = report_of(lab, kPlain);
  CHECK_MESSAGE(contains(text,
                         "\nRepair this first; 3 checks fail, 1 HANG (--all tells each "
                         "in full):\n1a  FAIL "),
                text);
}

TEST_CASE("long lists of failures end early; --all shows every check in full") {
  LabResult lab = lab_with_a_race();
  const std::string of_two = report_of(lab, kPlain);
  CHECK(contains(of_two, "\n  1 more check fails for the same cause (1a).\n"));
  CHECK_FALSE(contains(of_two, "Repair this first"));
  for (int number = 4; number <= 10; ++number) {
    lab.checks.push_back(lab.checks[1]);
    lab.checks.back().title = "claim " + std::to_string(number);
  }
  const std::string text = report_of(lab, kPlain);
  CHECK(contains(text, "\n  8 more checks fail for the same cause (1a).\n"));
  CHECK_FALSE(contains(text, "claim 3"));
  LabResult of_others = lab;
  for (std::size_t i = 2; i < of_others.checks.size(); ++i) {
    of_others.checks[i].part = "1b";
    of_others.checks[i].runs.front().finding->accesses[0].place.line = 24;
  }
  const std::string text_of_others = report_of(of_others, kPlain);
  CHECK(contains(text_of_others, "9 checks fail (--all tells each in full):\n"));
  CHECK_FALSE(contains(text_of_others, "claim 3"));
  const std::string all = report_of(lab, kPlain, true);
  CHECK(contains(all, "ok    10/10  claim 1"));
  const auto last = all.find("FAIL   0/10  claim 10");
  REQUIRE(last != std::string::npos);
  CHECK(all.find("Two threads met at partial[0].", last) != std::string::npos);
}

TEST_CASE("a function that was not begun is a line, and its failures are not told") {
  LabResult lab = lab_with_a_race();
  for (CheckResult& check : lab.checks)
    if (check.deciding_run().verdict == Verdict::passed)
      check.runs.front().advice.clear();
    else
      check.function_not_begun = "sendQueue";
  CHECK(first_to_repair(lab) == nullptr);
  for (const bool all : {false, true}) {
    const std::string text = report_of(lab, kPlain, all);
    CAPTURE(text);
    CHECK(contains(text, "ot begun: sendQueue() is as it was handed out"));
    CHECK_FALSE(contains(text, "partial[0]"));
  }
}

TEST_CASE("the hint is of the part that is told, not of an earlier one") {
  LabResult lab = lab_with_a_race();
  lab.checks[0].part = "1b";
  lab.checks[0].runs = {run_of(Verdict::wrong_result)};
  lab.checks[0].points = 0;
  lab.not_begun = {"1b"};
  must_say(report_of(lab, kPlain), {"Stuck?  ./gridlock hint 1 1a"});
}

TEST_CASE("what passes is listed if nothing fails") {
  const std::string text = report_of(lab_with({run_of(Verdict::passed)}), kPlain);
  CHECK(contains(text, "1a  The guard\n  ok    10/10  claim 1\n"));
}

TEST_CASE("what cost points is not advice that costs none") {
  LabResult lab = lab_with_a_race();
  for (CheckResult& check : lab.checks)
    for (CheckRun& run : check.runs)
      if (run.finding) run.advice = {*run.finding};
  CHECK_FALSE(contains(report_of(lab, kPlain), "Advice"));
}

TEST_CASE("what only the letter of the rules asks for does not explain a failure") {
  LabResult lab = lab_with_a_race();
  for (CheckResult& check : lab.checks)
    for (CheckRun& run : check.runs)
      for (PlacedFinding& advice : run.advice) advice.kind = "missing_acquire_fence";
  // A failure that a race explains is not followed by this advice.
  CHECK_FALSE(contains(report_of(lab, kPlain), "missing_acquire_fence"));
  CHECK(contains(report_of(lab, kPlain, true), "missing_acquire_fence"));
  for (CheckResult& check : lab.checks)
    for (CheckRun& run : check.runs) run.finding.reset();
  const std::string text = report_of(lab, kPlain);
  CHECK(contains(text, "\nAdvice for later; --all says more:\n  missing_acquire_fence"));
  CHECK_FALSE(contains(text, "may explain"));
}

TEST_CASE("advice waits while something fails that it does not explain") {
  LabResult lab = lab_with_a_race();
  for (CheckResult& check : lab.checks)
    for (CheckRun& run : check.runs) {
      if (!run.finding) continue;
      run.verdict = Verdict::deadlock;
      run.finding->kind = name(Verdict::deadlock);
      run.advice = {race()};
      run.advice.front().message = "It could be narrower.";
      run.advice.front().missing = "";
    }
  const std::string text = report_of(lab, kPlain);
  CHECK(contains(text,
                 "\nAdvice for later; --all says more:\n  data_race  last_block.cu:"));
  CHECK_FALSE(contains(text, "It could be narrower."));
  CHECK(contains(report_of(lab, kPlain, true), "It could be narrower."));
  for (CheckResult& check : lab.checks)
    for (CheckRun& run : check.runs) run.verdict = Verdict::passed;
  CHECK(contains(report_of(lab, kPlain), "It could be narrower."));
}

TEST_CASE("colours change nothing but colours, and no line is too long") {
  const std::string plain = report_of(lab_with_a_race(), kPlain);
  const std::string colour = report_of(lab_with_a_race(), {true, 80});
  CHECK(sanitize_text(colour) == plain);
  CHECK(colour != plain);
  for (const std::string_view line : split_lines(plain))
    CHECK_MESSAGE(width_of(line) <= 80, line);
}

TEST_CASE("the record has the form that the contract gives") {
  CheckRun failed = run_of(Verdict::data_race);
  failed.finding = race();
  GradeResult result;
  result.labs.push_back(lab_with({run_of(Verdict::passed), failed}));
  const auto json = nlohmann::json::parse(json_text(result_json(result)));
  // The tests of whole runs read the other members.
  CHECK(json.at("schema") == "gridlock/result/v2");
  const auto& lab = json.at("labs").at(0);
  CHECK(lab.at("lab") == "01_last_block");
  const auto& check = lab.at("checks").at(1);
  CHECK(check.at("executor") == "sim");
  const auto& access = check.at("finding").at("accesses").at(1);
  CHECK(access.at("block") == std::vector{1, 0, 0});
  CHECK(access.at("op") == "read");
  CHECK(check.at("exhaustive") == false);
  CHECK_FALSE(lab.at("checks").at(0).contains("finding"));
}

TEST_CASE("the record is read back, and failures that lack the same have one id") {
  LabResult lab = lab_with_a_race();
  PlacedFinding& one = *lab.checks[1].runs.front().finding;
  PlacedFinding& other = *lab.checks[2].runs.front().finding;
  other.accesses.front().place.line = 24;
  const auto is_one_cause = [&] {
    const auto checks = read_lab(lab_json(lab)).checks;
    return checks.at(1).finding.cause_id == checks.at(2).finding.cause_id;
  };
  CHECK_FALSE(is_one_cause());
  one.cause = other.cause = {MissingLink::Kind::fence, Scope::device};
  CHECK(is_one_cause());
  const CheckSummary check = read_lab(lab_json(lab)).checks.at(1);
  CHECK(check.verdict == Verdict::data_race);
  CHECK(check.finding.accesses.at(1).line == 36);
  CHECK(check.interleaving.size() == 2);
  CHECK_THROWS(read_lab({{"checks", {{{"verdict", "unheard of"}}}}}));
}

TEST_CASE("the points of a check that ran twice stand once, where it was decided") {
  LabResult lab = lab_with({run_of(Verdict::passed)});
  CheckRun gpu = run_of(Verdict::deadlock);
  gpu.executor = ExecutorKind::gpu;
  lab.checks[0].runs.push_back(gpu);
  lab.checks[0].points = 0;
  GradeResult result;
  result.labs.push_back(lab);
  const auto checks = nlohmann::json(result_json(result)).at("labs").at(0).at("checks");
  CHECK(checks.at(0).at("max_points") == 0);
  CHECK(checks.at(1).at("max_points") == 10);
  CHECK(checks.at(1).at("executor") == "gpu");
}

TEST_CASE("JSON stays valid whatever the program printed") {
  CheckRun run = run_of(Verdict::wrong_result);
  run.returned = kNasty;
  run.failures.push_back({kNasty, kNasty, {kNasty}, "f", 1});
  GradeResult result;
  result.labs.push_back(lab_with({run}));
  const std::string text = json_text(result_json(result));
  CHECK(is_utf8(text));
  CHECK(nlohmann::json::accept(text));
}

TEST_CASE("JUnit: failures fail, hangs are errors of type timeout, skips say why") {
  CheckRun raced = run_of(Verdict::data_race);
  raced.finding = race();
  CheckRun skipped = run_of(Verdict::skipped);
  skipped.message = "no GPU";
  GradeResult result;
  result.labs.push_back(
      lab_with({run_of(Verdict::passed), raced, run_of(Verdict::deadlock), skipped,
                run_of(Verdict::grader_error)}));
  pugi::xml_document document;
  REQUIRE(document.load_string(junit_xml(result).c_str()));
  const auto suite = document.child("testsuites").child("testsuite");
  CHECK(suite.attribute("name").value() == std::string("01_last_block"));
  CHECK(suite.attribute("tests").as_int() == 5);
  CHECK(suite.attribute("failures").as_int() == 1);
  CHECK(suite.attribute("errors").as_int() == 2);
  CHECK(suite.attribute("skipped").as_int() == 1);
  auto test = suite.child("testcase");
  CHECK_FALSE(test.first_child());
  test = test.next_sibling("testcase");
  CHECK(test.child("failure").attribute("type").value() == std::string("data_race"));
  CHECK(contains(std::string(test.child("failure").text().get()), "last_block.cu:36"));
  test = test.next_sibling("testcase");
  CHECK(test.child("error").attribute("type").value() == std::string("timeout"));
  test = test.next_sibling("testcase");
  CHECK(test.child("skipped").attribute("message").value() ==
        std::string("skipped: no GPU"));
}

TEST_CASE("a program that was interrupted: what is known of it, and what is not") {
  const auto text_of = [](const ProgramRecord& record) {
    return program_text({}, record, "x.cu", "x.cu", "");
  };
  ProgramRecord record;
  record.built = record.interrupted = true;
  record.summary.schedules = 3;
  CHECK(contains(text_of(record), "Interrupted.  More schedules might show more."));
  record.summary.schedules = 0;
  record.verdict = Verdict::skipped;
  record.message = "It was interrupted.";
  CHECK(text_of(record) == "skipped: It was interrupted.\n");
}

}  // namespace gridlock::test_text
