/// Scales and adjusts the points by course.toml in the folder of a class.  Nothing is
/// graded again for that, so a change needs only `report`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "class/manifest.h"
#include "class/records.h"

namespace gridlock {

/// The keys of a table [lab.N] in course.toml.
struct CourseLab {
  std::optional<int> points{};               ///< Points of the whole lab.
  std::vector<std::string> parts{};          ///< The parts that count; empty means all.
  std::map<std::string, int> part_points{};  ///< Points of a part.
  std::vector<std::pair<std::string, int>>
      check_points{};                      ///< Keyed by text in the title.
  std::optional<std::int64_t> deadline{};  ///< In seconds since 1970.
  /// Deadlines of single students, keyed by StudentWork::id.
  std::map<std::string, std::int64_t> extensions{};
  std::string column{};  ///< Heading of the lab in the platform's gradebook.

  bool changes_checks() const {
    return !parts.empty() || !part_points.empty() || !check_points.empty();
  }
};

struct Course {
  std::map<std::string, CourseLab> labs{};  ///< Keyed by the lab's id.
  int late_per_day = 0;                     ///< Per cent of the lab's points per day.
  int grace_minutes = 0;
  int drop_lowest = 0;
  std::optional<NotRun> not_run{};
};

/// Points that an instructor gives for one check.
struct CheckOverride {
  std::string check;  ///< A text that the check's title contains.
  double points = 0;  ///< On the course's scale, which may not be the lab's.
  std::string reason;
};

/// Reads course.toml; without that file, the course changes nothing.
/// \throws UsageError that names the file, if it is wrong
Course read_course(const std::filesystem::path& folder, const std::vector<Lab>& labs,
                   const Manifest& manifest);

/// Keeps in the records of a lab only the checks that count, with their points in the
/// course, and updates the sums.  Records that are not graded stay as they are.
/// \param[in,out] lab its points and parts become those of the course
/// \throws UsageError if `check_points` names a check that no graded record has
void weigh(const CourseLab& course, Lab& lab, const std::vector<Record*>& records);

/// Sets the points of the one check whose title contains `set.check`.
/// \throws UsageError if no check or several have it, or if the record is not graded
void override_check(const CheckOverride& set, Record& record);

/// The days by which the work was late; a day that has begun counts.  At least 1 if the
/// platform calls the work late, unless the student's extension covers it.
int days_late(const Course& course, const std::string& lab, const StudentWork& work);

/// The number with at most two decimals: "7", "3.5".
std::string points_text(double points);

}  // namespace gridlock
