#include "class/course.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <tuple>

#include "checker/lab/toml_values.h"
#include "class/names.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Reads values of a course.toml; its errors name the file.
struct CourseFile {
  const fs::path& path;

  [[noreturn]] void wrong(const std::string& what) const {
    throw UsageError(fmt::format("{}: {}", path.string(), what));
  }
  void allow(const toml::table& table, const std::set<std::string>& keys) const {
    for (const auto& [key, value] : table)
      if (!keys.contains(std::string(key.str())))
        wrong(fmt::format("\"{}\" is unknown here; known are {}.", key.str(),
                          fmt::join(keys, ", ")));
  }
  int number(const toml::node& node, const std::string& key) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > 1'000'000)
      wrong(fmt::format("\"{}\" must be a whole number of 0 or more.", key));
    return static_cast<int>(*value);
  }
  std::int64_t time(const toml::node& node, const std::string& key) const {
    const auto value = node.value_exact<toml::date_time>();
    if (!value || !value->offset)
      wrong(
          fmt::format("\"{}\" must be a time with its time zone, as in "
                      "2026-11-29T23:59:00+01:00.",
                      key));
    using namespace std::chrono;
    const auto& date = value->date;
    const sys_days day{year{date.year} / month{date.month} / std::chrono::day{date.day}};
    return duration_cast<seconds>(day.time_since_epoch()).count() +
           value->time.hour * 3600 + value->time.minute * 60 + value->time.second -
           value->offset->minutes * 60;
  }
};

std::map<std::string, int> numbers_in(const CourseFile& file, const toml::node& node,
                                      const std::string& key) {
  std::map<std::string, int> numbers;
  const toml::table* table = node.as_table();
  if (!table) file.wrong(fmt::format("\"{}\" must be a table of points.", key));
  for (const auto& [name, value] : *table)
    numbers[std::string(name.str())] = file.number(value, std::string(name.str()));
  return numbers;
}

void check_part(const CourseFile& file, const Lab& lab, const std::string& part) {
  const bool is_known =
      std::ranges::find(lab.parts, part, &LabPart::id) != lab.parts.end();
  if (!is_known && !lab.parts.empty())
    file.wrong(fmt::format("{} has no part \"{}\".", lab.id, part));
}

CourseLab lab_in(const CourseFile& file, const toml::table& table, const Lab& lab,
                 const Manifest& manifest) {
  file.allow(table, {"check_points", "column", "deadline", "extensions", "part_points",
                     "parts", "points"});
  CourseLab course;
  if (table.contains("parts"))
    course.parts = toml_values::texts(table, "parts", file.path);
  if (const toml::node* points = table.get("points"))
    course.points = file.number(*points, "points");
  if (const toml::node* deadline = table.get("deadline"))
    course.deadline = file.time(*deadline, "deadline");
  if (const toml::node* part_points = table.get("part_points"))
    course.part_points = numbers_in(file, *part_points, "part_points");
  if (const toml::node* points = table.get("check_points"))
    for (const auto& one : numbers_in(file, *points, "check_points"))
      course.check_points.push_back(one);
  if (table.contains("column"))
    course.column = toml_values::text(table, "column", file.path);
  if (const toml::node* list = table.get("extensions")) {
    if (!list->is_table()) file.wrong("\"extensions\" must be a table of times.");
    for (const auto& [student, until] : *list->as_table())
      course.extensions[find_student(manifest, std::string(student.str())).id] =
          file.time(until, std::string(student.str()));
  }
  for (const std::string& part : course.parts) check_part(file, lab, part);
  for (const auto& [part, points] : course.part_points) check_part(file, lab, part);
  return course;
}

bool is_in(const CourseLab& course, const std::string& part) {
  return course.parts.empty() ||
         std::ranges::find(course.parts, part) != course.parts.end();
}

/// The check's points before `part_points` scale them: those in `check_points`, else
/// those of the lab; 0 if the check's part does not count.
double own_worth(const CourseLab& course, const CheckSummary& check) {
  if (!is_in(course, check.part)) return 0;
  for (const auto& [text, points] : course.check_points)
    if (contains(check.name, text)) return points;
  return check.max_points;
}

std::map<std::string, double> worth_by_part(const CourseLab& course,
                                            const std::vector<CheckSummary>& checks) {
  std::map<std::string, double> sums;
  for (const CheckSummary& check : checks)
    if (check.decides()) sums[check.part] += own_worth(course, check);
  return sums;
}

double worth(const CourseLab& course, const CheckSummary& check,
             const std::map<std::string, double>& sums) {
  const double own = own_worth(course, check);
  const auto part = course.part_points.find(check.part);
  if (part == course.part_points.end() || own == 0) return own;
  return own * part->second / sums.at(part->first);
}

/// What the checks that count are worth in this record.
double worth_of(const CourseLab& course, const Record& record) {
  if (record.status != RecordStatus::graded) return 0;
  const auto sums = worth_by_part(course, record.lab.checks);
  double sum = 0;
  for (const CheckSummary& check : record.lab.checks)
    if (check.decides()) sum += worth(course, check, sums);
  return sum;
}

void weigh_record(const CourseLab& course, double scale, Record& record) {
  std::vector<CheckSummary>& checks = record.lab.checks;
  const auto sums = worth_by_part(course, checks);
  double earned = 0, all = 0;
  std::vector<CheckSummary> kept;
  for (CheckSummary& check : checks) {
    if (!is_in(course, check.part)) continue;
    if (check.decides()) {
      const double most = worth(course, check, sums) * scale;
      if (most == 0) continue;
      check.points = check.points / check.max_points * most;
      check.max_points = most;
      earned += check.points;
      all += most;
    }
    kept.push_back(std::move(check));
  }
  checks = std::move(kept);
  record.score = earned;
  record.max_score = all;
}

/// \throws UsageError if `check_points` names a check that no graded record has
void need_known_checks(const CourseLab& course, const Lab& lab,
                       const std::vector<Record*>& records) {
  std::set<std::string> titles;
  for (const Record* record : records)
    if (record->status == RecordStatus::graded)
      for (const CheckSummary& check : record->lab.checks) titles.insert(check.name);
  for (const auto& one : course.check_points)
    if (!titles.empty() && std::ranges::none_of(titles, [&](const std::string& title) {
          return contains(title, one.first);
        }))
      throw UsageError(fmt::format(
          "course.toml: no check of {} has \"{}\" in its title.  Near are {}.", lab.id,
          one.first, nearest_names(one.first, {titles.begin(), titles.end()})));
}

}  // namespace

std::string points_text(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

Course read_course(const fs::path& folder, const std::vector<Lab>& labs,
                   const Manifest& manifest) {
  const fs::path path = folder / "course.toml";
  std::error_code error;
  Course course;
  if (!fs::exists(path, error)) return course;
  const CourseFile file{path};
  try {
    const toml::table table = toml_values::parsed(path);
    file.allow(table, {"drop_lowest", "grace_minutes", "lab", "late_per_day", "not_run"});
    for (const auto& [key, to] : {std::pair{"late_per_day", &course.late_per_day},
                                  std::pair{"grace_minutes", &course.grace_minutes},
                                  std::pair{"drop_lowest", &course.drop_lowest}})
      if (const toml::node* node = table.get(key)) *to = file.number(*node, key);
    if (table.contains("not_run"))
      course.not_run = not_run_from(toml_values::text(table, "not_run", path));
    if (const toml::table* all = table["lab"].as_table())
      for (const auto& [name, node] : *all) {
        if (!node.is_table()) file.wrong("A lab is a table: [lab.1].");
        const Lab& lab = find_lab(labs, name.str());
        course.labs[lab.id] = lab_in(file, *node.as_table(), lab, manifest);
      }
  } catch (const UsageError& error) {
    const bool names_file = contains(error.what(), path.string());
    throw UsageError((names_file ? "" : path.string() + ": ") + error.what());
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  return course;
}

void weigh(const CourseLab& course, Lab& lab, const std::vector<Record*>& records) {
  if (!course.points && !course.changes_checks()) return;
  need_known_checks(course, lab, records);
  double all = course.changes_checks() ? 0 : lab.points;
  // Checks that could not run for one record may have points in another.
  if (course.changes_checks())
    for (const Record* record : records) all = std::max(all, worth_of(course, *record));
  lab.points = course.points.value_or(static_cast<int>(std::lround(all)));
  if (!course.parts.empty())
    std::erase_if(lab.parts,
                  [&](const LabPart& part) { return !is_in(course, part.id); });
  const double scale = course.points && all > 0 ? *course.points / all : 1;
  for (Record* record : records)
    if (record->status == RecordStatus::graded) weigh_record(course, scale, *record);
}

void override_check(const CheckOverride& set, Record& record) {
  std::vector<CheckSummary*> found;
  std::vector<std::string> titles;
  for (CheckSummary& check : record.lab.checks) {
    if (!check.decides()) continue;
    titles.push_back(check.name);
    if (contains(check.name, set.check)) found.push_back(&check);
  }
  if (record.status != RecordStatus::graded)
    throw UsageError(
        "A reason with a comma stands in \"quotes\".  If the last cell is to be a check: "
        "that work has no graded checks; leave it out to set the lab's points.");
  if (found.empty())
    throw UsageError(
        fmt::format("A reason with a comma stands in \"quotes\".  If \"{0}\" is to be a "
                    "check: no check that counts has it in its title.  Near are {1}.",
                    set.check, nearest_names(set.check, titles)));
  if (found.size() > 1)
    throw UsageError(
        fmt::format("{} checks have \"{}\" in their titles; write more of it.",
                    found.size(), set.check));
  CheckSummary& check = *found.front();
  const double change = set.points - check.points;
  check.points = set.points;
  check.set_because = set.reason;
  record.score = record.score.value_or(0) + change;
}

int days_late(const Course& course, const std::string& lab, const StudentWork& work) {
  const auto entry = course.labs.find(lab);
  const auto& [time, problem] =
      std::tie(work.labs.at(lab).time, work.labs.at(lab).problem);
  const int at_least = work.is_late && problem.empty() ? 1 : 0;
  if (entry == course.labs.end()) return at_least;
  const auto extended = entry->second.extensions.find(work.id);
  const bool is_extended = extended != entry->second.extensions.end();
  // If the time is unknown, an extension counts as met, whatever the platform says.
  if (time == 0) return is_extended ? 0 : at_least;
  if (!is_extended && !entry->second.deadline) return at_least;
  const std::int64_t until = is_extended ? extended->second : *entry->second.deadline;
  const std::int64_t over = time - until - std::int64_t{60} * course.grace_minutes;
  constexpr std::int64_t kDay = 24 * 3600;
  if (over <= 0) return is_extended ? 0 : at_least;
  return static_cast<int>((over + kDay - 1) / kDay);
}

}  // namespace gridlock
