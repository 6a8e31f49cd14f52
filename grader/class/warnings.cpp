// What an instructor should look at before the points are given back.
#include <fmt/format.h>

#include "class/names.h"
#include "class/report.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// How much work came at an unknown time, so that no deadline has an effect.  "" if all
/// times are known, the platform marks late work, or lateness costs nothing.
std::string unknown_times(const ClassState& state) {
  std::size_t unknown = 0;
  for (const StudentRow& row : state.rows) {
    if (understand(row.work.handed).marks_late) return "";
    for (const auto& [id, lab] : state.course.labs)
      if (const auto work = row.work.labs.find(id);
          lab.deadline && work != row.work.labs.end())
        unknown += work->second.problem.empty() && work->second.time == 0;
  }
  if (unknown == 0 || state.course.late_per_day == 0) return "";
  return fmt::format(
      "Of {} nothing says when it was handed in; the times that it came with look like "
      "those of the download.  Nobody is late by them.  {}",
      counted(unknown, "file", "files"), kHowToTellLateWork);
}

void add_overrides_above(const ClassState& state, std::vector<std::string>& warnings) {
  const auto above = [&](const StudentRow& row, const std::string& what, double points,
                         double most) {
    if (points > most)
      warnings.push_back(
          fmt::format("overrides.csv gives {} more than there is for {}: {} of {}.",
                      row.work.student, what, points_text(points), points_text(most)));
  };
  for (const StudentRow& row : state.rows)
    for (std::size_t i = 0; i < state.labs.size(); ++i) {
      if (row.fixed[i])
        above(row, "lab " + state.labs[i].number, row.fixed[i]->points,
              state.labs[i].points);
      for (const CheckSummary& check : row.records[i].lab.checks)
        if (!check.set_because.empty())
          above(row, check.name, check.points, check.max_points);
    }
}

/// The students whose pages lack their player, in a sentence; "" if there are none.
std::string missing_stories(const ClassState& state) {
  std::string names;
  for (const StudentRow& row : state.rows)
    if (row.lacks_story) names += (names.empty() ? "" : "; ") + row.name();
  if (names.empty()) return "";
  return fmt::format(
      "On these pages nothing can be stepped through, since it could not be drawn: {}.  "
      "./gridlock class resume tries it again, and then: report.",
      names);
}

}  // namespace

std::vector<std::string> warnings_of(const ClassState& state) {
  std::vector<std::string> warnings;
  if (state.roster) warnings = doubts_about(*state.roster);
  if (std::string times = unknown_times(state); !times.empty())
    warnings.push_back(std::move(times));
  add_overrides_above(state, warnings);
  if (std::string missing = missing_stories(state); !missing.empty())
    warnings.push_back(std::move(missing));
  return warnings;
}

}  // namespace gridlock
