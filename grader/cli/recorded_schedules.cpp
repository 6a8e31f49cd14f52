#include "cli/recorded_schedules.h"

#include <fmt/format.h>

#include <cstdio>

#include "checker/lab/labs.h"
#include "checker/schedule_string.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

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
    write_file_atomic(file, kept.text + "\n" + kept.submission.string() + "\n");
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
      for (const CheckRun& run : check.runs)
        keep_schedule(state_dir, {run.replay, fs::absolute(lab.submission)});
}

RecordedSchedule find_schedule(const fs::path& state_dir, const std::string& named) {
  if (!is_id(named)) return {named, {}};
  std::error_code error;
  const fs::path file = file_of(state_dir, named);
  if (!fs::exists(file, error))
    throw UsageError(fmt::format(
        "No schedule {} was found here.  Check again: the report names the schedules of "
        "the checks that fail.  On another machine, use the whole name, which the record "
        "(--json FILE) has.",
        named));
  const std::string text = read_file(file);
  const auto lines = split_lines(text);
  RecordedSchedule kept;
  if (!lines.empty()) kept.text = lines[0];
  if (lines.size() > 1) kept.submission = lines[1];
  return kept;
}

}  // namespace gridlock
