#include "cli/recorded_schedules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "checker/lab/labs.h"
#include "checker/schedule_string.h"
#include "common/files.h"
#include "common/text.h"
#include "report/failure_text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

fs::path file_of(const fs::path& state_dir, const std::string& id) {
  return state_dir / "schedules" / id;
}

bool is_id(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") == text.npos;
}

}  // namespace

void keep_schedule(const fs::path& state_dir, const RecordedSchedule& kept) {
  if (kept.text.empty()) return;
  const fs::path file = file_of(state_dir, schedule_id(kept.text));
  try {
    fs::create_directories(file.parent_path());
    write_file_atomic(
        file, fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", kept.text, kept.submission.string(),
                          kept.verdict, one_line(kept.complaint),
                          fmt::join(kept.about.names, ","), kept.about.number));
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr,
               "gridlock: this schedule was not kept ({}); replay it by its whole name: "
               "{}\n",
               error.what(), kept.text);
  }
}

void keep_schedules(const fs::path& state_dir, const GradeResult& result) {
  for (const LabResult& lab : result.labs)
    for (const CheckResult& check : lab.checks)
      for (const CheckRun& run : check.runs) {
        RecordedSchedule kept{run.replay, fs::absolute(lab.submission)};
        if (run.verdict != Verdict::passed && !run.finding) {
          kept.complaint = gist_of(run);
          kept.verdict = name(run.verdict);
          kept.about = about_of(run);
        }
        keep_schedule(state_dir, kept);
      }
}

RecordedSchedule find_schedule(const fs::path& state_dir, const std::string& named) {
  const bool is_whole = !is_id(named);
  const fs::path file = file_of(state_dir, is_whole ? schedule_id(named) : named);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {  // With an empty id, `file` is the folder.
    if (is_whole) return {named, {}};
    throw UsageError(fmt::format(
        "No schedule {} was found here.  Check again: the report names the schedules of "
        "the checks that fail.  On another machine, use the whole name, which the record "
        "(--json FILE) has.",
        named));
  }
  const std::string text = read_file(file);
  auto lines = split_lines(text);
  lines.resize(6);  // A file from an earlier version has fewer.
  if (is_whole && lines[0] != named) return {named, {}};
  About about;
  if (!lines[4].empty()) about = {split_list(lines[4]), std::string(lines[5])};
  return {std::string(lines[0]), lines[1], std::string(lines[3]), std::string(lines[2]),
          about};
}

}  // namespace gridlock
