// What the page calls: grades a lab's file, and leaves the report and the record in /out.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "checker/about.h"
#include "checker/grade.h"
#include "checker/include/gridlock/check.h"
#include "checker/lab/labs.h"
#include "checker/replay.h"
#include "checker/schedule_string.h"
#include "common/files.h"
#include "common/limits.h"
#include "report/failure_text.h"
#include "report/json.h"
#include "report/story_json.h"
#include "report/terminal.h"

extern "C" {
__attribute__((import_module("page"), import_name("progress"))) void page_progress(
    const char* text, std::size_t bytes);
}

namespace gridlock {
namespace {

const fs::path kTree("/tree"), kOut("/out");

/// Writes the interleaving of the first failure in a part that has been begun, for the
/// player.
void write_story(const LabResult& result, const Lab& lab, const GradeTools& tools) {
  constexpr std::size_t kRowsMax = 30;
  for (const CheckResult& check : result.checks) {
    const CheckRun& run = check.deciding_run();
    if (run.verdict == Verdict::passed || run.replay.empty() || !result.has_begun(check))
      continue;
    const ReplayRecord record =
        replay(parse_schedule(run.replay), result.builds.front().build,
               lab.submission_name, {}, tools, true);
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
    if (subject.steps.empty()) continue;
    write_scratch_file(kOut / "story.json",
                       story_json({trace_of(subject, kRowsMax), lab.submission_name,
                                   read_file(lab.skeleton())}));
    return;
  }
}

/// \param only as in GradeRequest
/// \param columns of the report
int check_lab(const std::string& number, const std::string& only, int columns) {
  const std::vector<Lab> labs = find_labs(kTree);
  GradeRequest request;
  request.labs = {find_lab(labs, number)};
  request.submission = [](const Lab& lab) { return lab.skeleton(); };
  request.gpu = Use::no;
  request.only = only;
  request.cache_dir = "/cache";
  GradeTools tools{build_module, source_lines, {}, [] { return std::string(); }};
  std::FILE* const file = std::fopen((kOut / "report.txt").c_str(), "w");
  Look look;
  look.colour = look.unicode = true;
  look.columns = columns;
  TerminalReport report(file, look, {kTree, {}, {}, {}}, false);
  const GradeResult result = grade(request, tools, report);
  report.finish(result, 0);
  std::fclose(file);
  write_scratch_file(kOut / "record.json", json_text(result_json(result)));
  write_story(result.labs.front(), request.labs.front(), tools);
  return result.exit_code();
}

}  // namespace
}  // namespace gridlock

#define REGISTRATION(name) \
  name##_ZN8gridlock6detail17CheckRegistrationC1ENS_15RegisteredCheckE

extern "C" {
void* REGISTRATION(__real_)(void* place, gridlock::RegisteredCheck* check);

/// In place of the constructor of CheckRegistration, which it calls: correct code fails
/// this check where size_t has 32 bits, so a page does not have it.
void* REGISTRATION(__wrap_)(void* place, gridlock::RegisteredCheck* check) {
  if (check->title.ends_with("no product of the two is cut off at 32 bits")) return place;
  return REGISTRATION(__real_)(place, check);
}
}

/// Checks the lab's file, or only what /run/only names.  Returns the exit code that the
/// command would have.
extern "C" __attribute__((export_name("check"))) int gridlock_check(int lab,
                                                                    int columns) {
  using namespace gridlock;
  try {
    return check_lab(std::to_string(lab), read_file("/run/only"), columns);
  } catch (const std::exception& error) {
    write_scratch_file(kOut / "report.txt", message_of(error));
    return 3;
  }
}
