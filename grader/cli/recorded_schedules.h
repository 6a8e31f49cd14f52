/// The failing schedules of earlier calls, by the short names that reports print: the
/// last field of a schedule string.
#pragma once

#include <filesystem>
#include <string>

#include "checker/record.h"

namespace gridlock {

/// A schedule, and the lab or program that it belongs to.
struct RecordedSchedule {
  std::string text;  ///< The whole schedule string.
  std::filesystem::path
      submission;  ///< Path for a lab; empty for a program, or if unknown.
  /// The one-line message and the verdict of a result that is wrong but has no finding,
  /// which a replay alone cannot judge; otherwise both are "".
  std::string complaint{};
  std::string verdict{};
  About about{};  ///< What the message is about.
};

/// Keeps the schedules of all failed checks in `state_dir`.  What cannot be written is
/// reported on standard error.
void keep_schedules(const std::filesystem::path& state_dir, const GradeResult& result);

/// Keeps one schedule, unless its text is "".
void keep_schedule(const std::filesystem::path& state_dir, const RecordedSchedule& kept);

/// The schedule that the user named: by its whole string or, if it was kept, by its last
/// field.  Includes what was kept about it.
/// \throws UsageError if there is none with this name
RecordedSchedule find_schedule(const std::filesystem::path& state_dir,
                               const std::string& named);

}  // namespace gridlock
