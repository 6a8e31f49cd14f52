// The state of a class, and its grades as a table for spreadsheets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <system_error>

#include "class/report.h"
#include "class/stories.h"
#include "common/files.h"
#include "common/text.h"
#include "common/verdict.h"

namespace gridlock {
namespace {

std::string points_cell(std::optional<double> points) {
  return points ? points_text(*points) : "";
}

/// Reads a line of overrides.csv.
/// \throws UsageError that does not name the file
void read_override(const std::vector<std::string>& cells, ClassState& state) {
  if (cells.size() != 4 && cells.size() != 5)
    throw UsageError(
        "A line has four cells: student,lab,points,reason, and perhaps a check's title.  "
        "A reason with a comma stands in \"quotes\".");
  if (cells[3].empty()) throw UsageError("There is no reason.");
  StudentRow& row = state.rows[static_cast<std::size_t>(
      &find_student(state.manifest, cells[0]) - state.manifest.students.data())];
  const Lab& lab = find_lab(state.labs, cells[1]);
  const auto points = number_in(cells[2]);
  if (!points)
    throw UsageError(
        fmt::format("\"{}\" is no number of points.  Write them as grades.csv has them, "
                    "with all deductions: for lab {}, 0 to {}, such as {}.",
                    cells[2], lab.number, lab.points, points_text(lab.points * .425)));
  if (number_in(cells[3]))
    throw UsageError(
        fmt::format("\"{1}\" is no reason.  If {0},{1} points are meant, write {0}.{1}.",
                    cells[2], cells[3]));
  const auto index = static_cast<std::size_t>(&lab - state.labs.data());
  if (cells.size() == 5 && !cells[4].empty())
    return override_check({cells[4], *points, cells[3]}, row.records[index]);
  if (row.fixed[index])
    throw UsageError(fmt::format("An earlier line sets lab {} of \"{}\" already.",
                                 lab.number, cells[0]));
  row.fixed[index] = Override{*points, cells[3]};
}

/// Reads student,lab,points,reason[,check].  Ignores a heading and lines that begin
/// with #.
void read_overrides(const fs::path& file, ClassState& state) {
  Table table;
  try {
    table = read_table(file);
  } catch (const std::system_error&) {
    return;  // The file is optional.
  }
  for (const CsvRow& row : table.rows) {
    if (row.cells.front().starts_with("#") || row.cells.front() == "student") continue;
    try {
      read_override(row.cells, state);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", file.string(), row.line, error.what()));
    }
  }
}

/// The points of a record: 0 for work that was not handed in; nothing if the record has
/// no score yet, or if no check could run and points are scaled.
std::optional<double> points_earned(const Record& record, const Lab& lab,
                                    NotRun not_run) {
  if (record.status != RecordStatus::graded || !record.score || lab.points == 0)
    return record.status == RecordStatus::not_handed ? 0 : record.score;
  switch (not_run) {
    case NotRun::give:
      return *record.score + lab.points - record.max_score;
    case NotRun::lose:
      return record.score;
    case NotRun::scale:
      break;
  }
  if (record.max_score == 0) return std::nullopt;  // No check could run.
  return *record.score * lab.points / record.max_score;
}

std::optional<double> after_lateness(const Course& course, std::optional<double> earned,
                                     int days) {
  if (!earned) return earned;
  const int left = std::max(0, 100 - days * course.late_per_day);
  return *earned * left / 100;
}

/// Gives the records the points that they have in the course.
void score(ClassState& state) {
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    std::vector<Record*> records;
    for (StudentRow& row : state.rows) records.push_back(&row.records[i]);
    weigh(state.course.labs[state.labs[i].id], state.labs[i], records);
  }
}

/// Drops, for each student, the labs in which the student has the fewest points.
void drop_lowest(ClassState& state) {
  const auto drop = static_cast<std::size_t>(state.course.drop_lowest);
  if (drop == 0) return;
  if (drop >= state.labs.size())
    throw UsageError(fmt::format("course.toml: drop_lowest = {} leaves none of {}.", drop,
                                 counted(state.labs.size(), "lab", "labs")));
  for (const Lab& lab : state.labs)
    if (lab.points != state.labs.front().points)
      throw UsageError(
          "course.toml: drop_lowest needs labs that are worth the same; give them the "
          "same points.");
  for (StudentRow& row : state.rows) {
    std::vector<std::size_t> order(state.labs.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(
        order, {}, [&](std::size_t lab) { return row.points(lab).value_or(0); });
    row.dropped.insert(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(drop));
  }
}

/// The data of the story in this page; "" if the page or its story is missing.
std::string story_in(const fs::path& page) {
  std::error_code error;
  if (!fs::exists(page, error)) return "";
  const std::string text = read_file(page);
  constexpr std::string_view kBegin = "<script type=\"application/json\">";
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = text.find("</script>", begin);
  if (begin == text.npos || end == text.npos) return "";
  return std::string(
      trim(text.substr(begin + kBegin.size(), end - begin - kBegin.size())));
}

std::string read_or_nothing(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) ? read_file(file) : "";
}

StudentRow row_of(const fs::path& folder, const StudentWork& work,
                  const std::string& build, ClassState& state) {
  StudentRow row{work, {}, {}, std::vector<std::optional<Override>>(state.labs.size())};
  for (const Lab& lab : state.labs) {
    row.records.push_back(
        record_of(folder, work, key_of(state.manifest, work, lab, build)));
    row.code.push_back(read_or_nothing(work_path(folder, work, lab)));
    if (row.records.back().status != RecordStatus::graded) continue;
    row.lacks_story |= lacks_story(folder, work, lab.id, row.records.back());
    const fs::path story = story_path(folder, work, lab.id);
    if (std::string data = story_in(story); !data.empty())
      state.stories[story.filename().string()] = std::move(data);
  }
  if (const Person* person = state.roster ? state.roster->find(work.student) : nullptr) {
    row.person = *person;
    row.unread_time = state.roster->unread_time(person->row);
    // The worksheet's time counts, whatever the times in the archive are.
    if (const auto time = state.roster->time_handed_in(person->row))
      for (auto& [lab, handed] : row.work.labs) handed.time = *time;
  }
  return row;
}

/// Why nothing of the work ran: the file is refused or does not compile; "" if it ran.
std::string why_nothing_ran(const LabSummary& lab) {
  std::string why;
  for (const CheckSummary& check : lab.checks) {
    if (check.verdict == Verdict::skipped) continue;
    if (check.verdict != Verdict::rejected && check.verdict != Verdict::compile_error)
      return "";
    if (why.empty())
      why = fmt::format("{}: {}", name(check.verdict), line_with(check.finding.message));
  }
  return why;
}

/// Notes on the checks of a graded record: what did not run, and what was set by hand.
std::vector<std::string> notes_on_checks(const Record& record, const Lab& lab,
                                         NotRun not_run) {
  std::vector<std::string> notes;
  if (std::string why = why_nothing_ran(record.lab); !why.empty())
    notes.push_back(std::move(why));
  for (const CheckSummary& check : record.lab.checks)
    if (!check.set_because.empty())
      notes.push_back(fmt::format("{}: set to {}: {}", check.name,
                                  points_text(check.points), check.set_because));
  constexpr double kRounding = 0.005;
  if (std::abs(record.max_score - lab.points) > kRounding)
    notes.push_back(fmt::format("checks worth {} points could not run ({})",
                                points_text(lab.points - record.max_score),
                                name(not_run)));
  return notes;
}

std::vector<std::string> notes_on_work(const StudentRow& row) {
  std::vector<std::string> notes;
  const bool is_excused =
      !row.days_late.empty() &&
      std::ranges::all_of(row.days_late, [](int days) { return days == 0; });
  if (row.work.is_late)
    notes.push_back(is_excused ? "marked as late, which does not count" : "late");
  if (!row.unread_time.empty())
    notes.push_back(fmt::format("late or not: the roster's time \"{}\" cannot be read",
                                sanitize_text(row.unread_time)));
  for (const std::string& name : row.work.superseded)
    notes.push_back("not counted: " + name);
  return notes;
}

std::vector<std::string> notes_on_lab(const ClassState& state, const StudentRow& row,
                                      std::size_t lab) {
  std::vector<std::string> notes;
  const Record& record = row.records[lab];
  const auto& fixed = row.fixed[lab];
  const bool is_graded = record.status == RecordStatus::graded;
  if (row.dropped.contains(lab)) notes.push_back("dropped, as the lowest");
  const int late = row.days_late.empty() ? 0 : row.days_late[lab];
  if (late > 0 && state.course.late_per_day > 0)
    notes.push_back(fmt::format("{} late, {} % less",
                                counted(static_cast<unsigned>(late), "day", "days"),
                                std::min(100, late * state.course.late_per_day)));
  if (fixed)
    notes.push_back(
        fmt::format("set to {}: {}", points_text(fixed->points), fixed->reason));
  else if (!is_graded)
    notes.push_back(record.why.empty() ? std::string(name(record.status)) : record.why);
  for (const std::string& why : record.lab.look_at)
    notes.push_back("look at this by hand: " + why);
  if (!fixed && is_graded)
    for (std::string& note :
         notes_on_checks(record, state.labs[lab], state.manifest.not_run))
      notes.push_back(std::move(note));
  return notes;
}

}  // namespace

std::optional<double> StudentRow::points(std::size_t lab) const {
  if (fixed[lab]) return fixed[lab]->points;
  return earned[lab];
}

std::string StudentRow::name() const {
  const std::string name = person ? person->name : "";
  if (name.empty()) return work.student;
  return has_namesake ? fmt::format("{} ({})", name, person->id) : name;
}

std::string StudentRow::spoken_name() const {
  if (!person || person->name.empty()) return work.student;
  const std::string& name = person->name;
  const std::size_t comma = name.find(',');
  if (comma == name.npos) return name;
  return std::string(trim(name.substr(comma + 1) + " " + name.substr(0, comma)));
}

std::optional<double> StudentRow::total() const {
  double sum = 0;
  for (std::size_t lab = 0; lab < records.size(); ++lab) {
    const auto earned = points(lab);
    if (!earned) return std::nullopt;
    if (!dropped.contains(lab)) sum += *earned;
  }
  return sum;
}

int ClassState::points() const {
  int sum = 0;
  for (const Lab& lab : labs) sum += lab.points;
  return labs.empty() ? 0 : sum - course.drop_lowest * labs.front().points;
}

std::vector<std::string> ClassState::open() const {
  std::vector<std::string> list;
  for (const StudentRow& row : rows)
    for (std::size_t i = 0; i < labs.size(); ++i)
      if (!row.points(i))
        list.push_back(fmt::format(
            "{} {} {}: {}", row.work.id, row.work.student, labs[i].id,
            row.records[i].why.empty() ? std::string(name(row.records[i].status))
                                       : row.records[i].why));
  return list;
}

ClassState state_of(const fs::path& folder, const Manifest& manifest,
                    const std::vector<Lab>& labs, const std::string& build) {
  ClassState state{manifest, labs, {}};
  use_time_zone(manifest);
  state.course = read_course(folder, labs, manifest);
  if (state.course.not_run) state.manifest.not_run = *state.course.not_run;
  std::error_code error;
  if (fs::exists(roster_path(folder), error))
    state.roster = read_roster(roster_path(folder));
  for (const StudentWork& work : manifest.students)
    state.rows.push_back(row_of(folder, work, build, state));
  for (StudentRow& row : state.rows)
    row.has_namesake = std::ranges::any_of(state.rows, [&](const StudentRow& other) {
      return &other != &row && row.person && other.person &&
             other.person->name == row.person->name;
    });
  for (const Lab& lab : labs) state.banks[lab.id] = read_bank_failures(lab);
  score(state);
  read_overrides(folder / "overrides.csv", state);
  for (StudentRow& row : state.rows)
    for (std::size_t i = 0; i < labs.size(); ++i) {
      row.days_late.push_back(days_late(state.course, labs[i].id, row.work));
      row.earned.push_back(after_lateness(
          state.course,
          points_earned(row.records[i], state.labs[i], state.manifest.not_run),
          row.days_late.back()));
    }
  drop_lowest(state);
  return state;
}

ClassState state_of_lab(const ClassState& state, std::size_t lab) {
  const std::string& id = state.labs[lab].id;
  ClassState one{state.manifest, {state.labs[lab]}, {}};
  one.manifest.labs = {id};
  for (const StudentRow& row : state.rows)
    one.rows.push_back({row.work,
                        {row.records[lab]},
                        {row.earned[lab]},
                        {row.fixed[lab]},
                        {row.code[lab]},
                        {row.days_late[lab]},
                        {},
                        row.person,
                        row.unread_time,
                        false,
                        row.has_namesake});
  for (const auto& story : state.stories)
    if (story.first.ends_with("-" + id + ".html")) one.stories.insert(story);
  one.course = state.course;
  one.course.drop_lowest = 0;
  one.roster = state.roster;
  if (const auto bank = state.banks.find(id); bank != state.banks.end())
    one.banks.insert(*bank);
  return one;
}

ClassState state_of_one(const nlohmann::ordered_json& result,
                        const std::vector<Lab>& labs, std::uint64_t seed) {
  ClassState state;
  state.manifest.seed = seed;
  StudentRow row{{"0001", "this submission", "", false, {}, {}}, {}, {}, {}};
  for (const auto& graded : result.at("labs")) {
    Record record = record_from(graded);
    const Lab& lab = find_lab(labs, record.lab.lab);
    state.labs.push_back(lab);
    state.manifest.labs.push_back(lab.id);
    row.earned.push_back(points_earned(record, lab, state.manifest.not_run));
    row.records.push_back(std::move(record));
    row.fixed.emplace_back();
    row.code.push_back(read_or_nothing(graded.value("submission", "")));
  }
  state.rows.push_back(std::move(row));
  return state;
}

std::vector<std::string> notes_of(const ClassState& state, const StudentRow& row) {
  std::vector<std::string> notes = notes_on_work(row);
  for (std::size_t lab = 0; lab < state.labs.size(); ++lab)
    for (const std::string& note : notes_on_lab(state, row, lab))
      notes.push_back(state.labs[lab].id + ": " + note);
  return notes;
}

std::string titles_of(const ClassState& state) {
  std::string numbers;
  for (const Lab& lab : state.labs) numbers += (numbers.empty() ? "" : ", ") + lab.number;
  if (state.labs.size() != 1) return "labs " + numbers;
  return fmt::format("lab {}, {}", numbers, state.labs.front().title);
}

std::string grades_csv(const ClassState& state) {
  std::string text = "student";
  for (const Lab& lab : state.labs) text += "," + csv_cell(lab.id);
  text += state.roster ? ",total,notes,id,email,group,name\n" : ",total,notes\n";
  for (const StudentRow& row : state.rows) {
    text += csv_cell(row.work.student);
    for (std::size_t i = 0; i < state.labs.size(); ++i)
      text += "," + points_cell(row.points(i));
    std::string notes;
    for (const std::string& note : notes_of(state, row))
      notes += (notes.empty() ? "" : notes.ends_with('.') ? " " : "; ") + note;
    text += "," + points_cell(row.total()) + "," + csv_cell(notes);
    const Person person = row.person.value_or(Person{});
    if (state.roster)
      text += "," + csv_cell(person.id) + "," + csv_cell(person.email) + "," +
              csv_cell(person.group) + "," + csv_cell(person.name);
    text += "\n";
  }
  return text;
}

}  // namespace gridlock
