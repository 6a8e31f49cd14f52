// What the page calls: grades a lab's file, or runs a program, and leaves the report and
// the record in /out.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "checker/about.h"
#include "checker/grade.h"
#include "checker/lab/labs.h"
#include "checker/program.h"
#include "checker/replay.h"
#include "checker/schedule_string.h"
#include "common/files.h"
#include "common/limits.h"
#include "report/failure_text.h"
#include "report/json.h"
#include "report/program_text.h"
#include "report/story_json.h"
#include "report/terminal.h"

namespace gridlock {
namespace {

const fs::path kTree("/tree"), kOut("/out");

GradeTools the_tools() {
  return {build_module, source_lines, {}, [] { return std::string(); }};
}

Look look_of(int columns) {
  Look look;
  look.colour = look.unicode = true;
  look.columns = columns;
  return look;
}

void write_story(const TraceSubject& subject, const fs::path& file) {
  constexpr std::size_t kRowsMax = 30;
  write_scratch_file(
      kOut / "story.json",
      story_json({trace_of(subject, kRowsMax), subject.main_file, read_file(file)}));
}

/// Writes the interleaving of the first failure in a part that has been begun.
void write_story(const LabResult& result, const Lab& lab) {
  for (const CheckResult& check : result.checks) {
    const CheckRun& run = check.deciding_run();
    if (run.verdict == Verdict::passed || run.replay.empty() || !result.has_begun(check))
      continue;
    const ReplayRecord record =
        replay(parse_schedule(run.replay), result.builds.front().build,
               lab.submission_name, {}, the_tools(), true);
    TraceSubject subject;
    subject.title = check.part + "  " + check.title;
    subject.main_file = lab.submission_name;
    subject.steps = record.steps;
    if (!record.findings.empty()) {
      subject.finding = record.findings.front();
      if (!subject.finding->interleaving.empty())
        subject.steps = subject.finding->interleaving;
    } else {
      subject.complaint = gist_of(run);
      subject.about = about_of(run);
      subject.verdict = name(run.verdict);
    }
    if (!subject.steps.empty()) return write_story(subject, lab.skeleton());
  }
}

int check_lab(const std::string& number, const std::string& only, int columns) {
  const std::vector<Lab> labs = find_labs(kTree);
  GradeRequest request;
  request.labs = {find_lab(labs, number)};
  request.submission = [](const Lab& lab) { return lab.skeleton(); };
  request.gpu = Use::no;
  request.only = only;
  request.cache_dir = "/cache";
  std::FILE* const file = std::fopen((kOut / "report.txt").c_str(), "w");
  TerminalReport report(file, look_of(columns), {kTree, {}, {}, {}}, false);
  const GradeResult result = grade(request, the_tools(), report);
  report.finish(result, 0);
  std::fclose(file);
  write_scratch_file(kOut / "record.json", json_text(result_json(result)));
  write_story(result.labs.front(), request.labs.front());
  return result.exit_code();
}

/// Runs a program as `gridlock run` does.
int run_file(const std::string& name, int columns) {
  ProgramRequest request;
  request.file = kTree / name;
  request.device.devices = 2;
  request.exploration.schedules = kProgramSchedulesDefault;
  request.exploration.work_max = kProgramWorkDefault;
  request.cache_dir = "/cache";
  ProgramRecord record = run_program(request, the_tools());
  write_scratch_file(kOut / "record.json", json_text(program_json(record)));
  record.replay = record.other_replay = "";  // A page has no command for it.
  write_scratch_file(kOut / "report.txt",
                     program_text(look_of(columns), record, name, name, ""));
  TraceSubject subject;
  subject.title = subject.main_file = name;
  subject.steps = record.interleaving;
  if (!record.findings.empty()) subject.finding = record.findings.front();
  subject.complaint = record.message;
  subject.verdict = gridlock::name(record.verdict);
  if (record.verdict != Verdict::passed && !subject.steps.empty())
    write_story(subject, request.file);
  return record.verdict == Verdict::passed ? 0 : 1;
}

}  // namespace
}  // namespace gridlock

/// Checks the lab's file, or only what /run/only names; or, with lab 0, runs the program
/// of that name in /tree.  Returns the exit code that the command would have.
extern "C" __attribute__((export_name("check"))) int gridlock_check(int lab,
                                                                    int columns) {
  using namespace gridlock;
  try {
    const std::string only = read_file("/run/only");
    return lab == 0 ? run_file(only, columns)
                    : check_lab(std::to_string(lab), only, columns);
  } catch (const std::exception& error) {
    write_scratch_file(kOut / "report.txt", message_of(error));
    return 3;
  }
}
