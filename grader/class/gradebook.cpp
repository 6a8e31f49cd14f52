// The grades of a class as its learning platform imports them.
#include <fmt/format.h>

#include <algorithm>

#include "class/report.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// A heading without what platforms add: "lab 1" for "Assignment: Lab 1 (Real)", for the
/// same in German, French and Spanish, and for "Lab 1 (4711)".
std::string bare_heading(const std::string& heading) {
  static const Pattern kAdded(R"((?:(?:assignment|aufgabe|devoir|tarea)[^:]{0,8}:\s*)?)"
                              R"((.*?)\s*(?:\((?:real|punkte|brut|\d+)\))?)");
  const auto groups = kAdded.match(lower(heading));
  return groups.empty() ? lower(heading) : groups[1];
}

/// The gradebook's column for the lab; header.size() if there is none.
std::size_t column_of(const Roster& roster, const Lab& lab, const std::string& named) {
  if (!named.empty()) {
    if (const std::size_t at = roster.column(lower(named)); at < roster.header.size())
      return at;
    throw UsageError(fmt::format("course.toml: the roster has no column \"{}\".", named));
  }
  const std::string title = lower(lab.title), number = lower(lab.number);
  for (std::size_t at = 0; at < roster.header.size(); ++at) {
    const std::string heading = bare_heading(roster.header[at]);
    for (const std::string& called :
         {title, lower(lab.id), lower(lab.topic), "lab " + number, "lab 0" + number,
          "lab " + number + ": " + title, "lab 0" + number + ": " + title})
      if (heading == called) return at;
  }
  return roster.header.size();
}

struct PointsColumn {
  std::string heading;
  std::size_t from;  ///< Its column in the roster; the number of columns if it is new.
  std::optional<double> most{};  ///< The platform's maximum.
};

/// Canvas's row of maxima; null if there is none.
const CsvRow* points_possible(const Roster& roster) {
  for (const CsvRow& row : roster.rows)
    if (row.cells.front() == "Points Possible") return &row;
  return nullptr;
}

std::vector<PointsColumn> columns_of(const ClassState& state) {
  const Roster& roster = *state.roster;
  std::vector<PointsColumn> columns;
  const CsvRow* most = points_possible(roster);
  for (const Lab& lab : state.labs) {
    const auto course = state.course.labs.find(lab.id);
    const std::string named =
        course == state.course.labs.end() ? "" : course->second.column;
    std::size_t at = column_of(roster, lab, named);
    if (roster.kind == Roster::Kind::worksheet && state.labs.size() == 1 &&
        at == roster.header.size())
      at = roster.column(Roster::Field::grade);
    PointsColumn column{fmt::format("Lab {}: {}", lab.number, lab.title), at};
    if (at < roster.header.size()) column.heading = roster.header[at];
    if (most && at < most->cells.size()) column.most = number_in(most->cells[at]);
    columns.push_back(std::move(column));
  }
  return columns;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += csv_quoted(cell) + ",";
  line.back() = '\n';
  return line;
}

/// The points, scaled to the maximum `most` of the platform.  "" if the person handed
/// in nothing, or while the work is not graded.
std::string points_of(const ClassState& state, const StudentRow* row, std::size_t lab,
                      std::optional<double> most) {
  if (!row) return "";
  const auto points = row->points(lab);
  if (!points) return "";
  const int all = state.labs[lab].points;
  return points_text(most && all > 0 ? *points * *most / all : *points);
}

/// Canvas's second line: the maxima of the points, behind `known` other columns.
std::string line_of_maxima(const ClassState& state, std::size_t known,
                           const std::vector<PointsColumn>& columns) {
  std::vector<std::string> cells(known);
  cells.front() = "    Points Possible";
  for (std::size_t i = 0; i < columns.size(); ++i)
    cells.push_back(points_text(columns[i].most.value_or(state.labs[i].points)));
  return line_of(cells);
}

std::vector<std::string> points_of_person(const ClassState& state, const Person& person,
                                          const std::vector<PointsColumn>& columns) {
  const Roster& roster = *state.roster;
  const auto row = std::ranges::find_if(
      state.rows, [&](auto& one) { return one.person && one.person->row == person.row; });
  const std::vector<std::string>& known = roster.rows[person.row].cells;
  const std::size_t own_most = roster.column(Roster::Field::most);  // Only in worksheets.
  std::vector<std::string> points;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::optional<double> most = columns[i].most;
    if (roster.kind == Roster::Kind::worksheet && own_most < known.size())
      most = number_in(known[own_most]);
    points.push_back(
        points_of(state, row == state.rows.end() ? nullptr : &*row, i, most));
  }
  return points;
}

}  // namespace

std::string gradebook_csv(const ClassState& state) {
  const Roster& roster = *state.roster;
  const bool is_plain = roster.kind == Roster::Kind::plain;
  const std::vector<std::size_t> needed = roster.needed_columns();
  const auto cells_of = [&](const std::vector<std::string>& row) {
    std::vector<std::string> cells;
    for (const std::size_t at : needed) cells.push_back(at < row.size() ? row[at] : "");
    return cells;
  };
  const auto columns = columns_of(state);
  // A worksheet keeps all its columns, so the grades go into its column for grades.
  const auto put = [&](const PointsColumn& column, std::string text,
                       std::vector<std::string>& cells) {
    if (roster.kind == Roster::Kind::worksheet && column.from < roster.header.size())
      cells[column.from] = std::move(text);
    else
      cells.push_back(std::move(text));
  };
  std::vector<std::string> cells{"ID number", "Full name", "Email address"};
  if (!is_plain) cells = cells_of(roster.header);
  for (const PointsColumn& column : columns) put(column, column.heading, cells);
  std::string text = line_of(cells);
  if (roster.kind == Roster::Kind::canvas)
    text += line_of_maxima(state, needed.size(), columns);
  for (const Person& person : roster.people) {
    cells = is_plain ? std::vector{person.id, person.name, person.email}
                     : cells_of(roster.rows[person.row].cells);
    const std::vector<std::string> points = points_of_person(state, person, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) put(columns[i], points[i], cells);
    text += line_of(cells);
  }
  return text;
}

}  // namespace gridlock
