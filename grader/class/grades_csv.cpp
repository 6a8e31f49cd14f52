// The state of a class, and its grades as a table for spreadsheets.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "class/report.h"
#include "class/stories.h"
#include "common/files.h"
#include "common/text.h"
#include "common/verdict.h"

namespace gridlock {
namespace {

/// The cells of a line, of which any may stand in quotes.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  for (std::string& cell : cells) cell = trim(cell);
  return cells;
}

std::string cell(std::string text) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  if (!text.empty() && kFormula.find(text.front()) != kFormula.npos) text.insert(0, "'");
  if (text.find_first_of(",\"\n") == text.npos) return text;
  return "\"" + replace_all(text, "\"", "\"\"") + "\"";
}

std::string points_cell(std::optional<int> points) {
  return points ? std::to_string(*points) : "";
}

/// student,lab,points,reason: lines that begin with # and a heading count for nothing.
void read_overrides(const fs::path& file, ClassState& state) {
  std::string text;
  try {
    text = read_file(file);
  } catch (const std::system_error&) {
    return;  // There need not be one.
  }
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // Excel writes it.
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const auto cells = cells_of(line);
    if (trim(line).empty() || line.starts_with("#") || cells.front() == "student")
      continue;
    const auto wrong = [&](const std::string& what) {
      return UsageError(fmt::format("{}:{}: {}", file.string(), number, what));
    };
    if (cells.size() == 1 && line.find(';') != line.npos)
      throw wrong(
          "Commas separate the cells, not semicolons: student,lab,points,reason.");
    if (cells.size() != 4)
      throw wrong(
          "A line has four cells: student,lab,points,reason.  A reason with a "
          "comma stands in \"quotes\".");
    if (cells[3].empty()) throw wrong("There is no reason.");
    const auto row =
        std::find_if(state.rows.begin(), state.rows.end(), [&](const StudentRow& one) {
          return one.work.student == cells[0] || one.work.id == cells[0];
        });
    if (row == state.rows.end())
      throw wrong("There is no student \"" + cells[0] +
                  "\".  The names are in the class's manifest.json.");
    const Lab& lab = find_lab(state.labs, cells[1]);
    const bool is_number = !cells[2].empty() && cells[2].size() < 6 &&
                           cells[2].find_first_not_of("0123456789") == cells[2].npos;
    if (!is_number) throw wrong("\"" + cells[2] + "\" is no whole number of points.");
    const auto index = static_cast<std::size_t>(&lab - state.labs.data());
    if (row->fixed[index])
      throw wrong(fmt::format("An earlier line sets lab {} of \"{}\" already.",
                              lab.number, cells[0]));
    row->fixed[index] = Override{std::stoi(cells[2]), cells[3]};
  }
}

/// The points of a record; nothing while it is open.
std::optional<int> points_earned(const Record& record, const Lab& lab, NotRun not_run) {
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
  if (record.max_score == 0) return std::nullopt;  // Nothing could run.
  return (*record.score * lab.points + record.max_score / 2) / record.max_score;
}

/// Why nothing of the work ran: the file is refused or does not compile; "" if it ran.
std::string why_nothing_ran(const Record& record) {
  std::string why;
  for (const auto& check :
       record.result.value("checks", nlohmann::ordered_json::array())) {
    const std::string verdict = check.at("verdict");
    if (verdict == "skipped") continue;
    if (verdict != name(Verdict::rejected) && verdict != name(Verdict::compile_error))
      return "";
    if (!why.empty()) continue;
    const auto& told = check.contains("finding") ? check.at("finding") : check;
    why = verdict + ": " + line_with(told.value("message", ""));
  }
  return why;
}

}  // namespace

std::optional<int> StudentRow::points(std::size_t lab) const {
  if (fixed[lab]) return fixed[lab]->points;
  return earned[lab];
}

std::optional<int> StudentRow::total() const {
  int sum = 0;
  for (std::size_t lab = 0; lab < records.size(); ++lab) {
    const auto earned = points(lab);
    if (!earned) return std::nullopt;
    sum += *earned;
  }
  return sum;
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
                    const std::vector<Lab>& labs, const std::string& grader) {
  ClassState state{manifest, labs, {}};
  for (const StudentWork& work : manifest.students) {
    StudentRow row{work, {}, {}, std::vector<std::optional<Override>>(labs.size())};
    for (const Lab& lab : labs) {
      row.records.push_back(record_of(
          folder, work,
          {work.labs.at(lab.id).hash, lab.id, manifest.on, manifest.seed, grader}));
      std::error_code error;
      if (const fs::path story = story_path(folder, work, lab.id);
          fs::exists(story, error) && row.records.back().status == RecordStatus::graded)
        state.stories.insert(story.filename().string());
      row.earned.push_back(points_earned(row.records.back(), lab, manifest.not_run));
    }
    state.rows.push_back(std::move(row));
  }
  for (const Lab& lab : labs) state.banks[lab.id] = read_bank_failures(lab);
  read_overrides(folder / "overrides.csv", state);
  return state;
}

ClassState state_of_lab(const ClassState& state, std::size_t lab) {
  const std::string& id = state.labs[lab].id;
  ClassState one{state.manifest, {state.labs[lab]}, {}};
  one.manifest.labs = {id};
  for (const StudentRow& row : state.rows)
    one.rows.push_back(
        {row.work, {row.records[lab]}, {row.earned[lab]}, {row.fixed[lab]}});
  for (const std::string& story : state.stories)
    if (story.ends_with("-" + id + ".html")) one.stories.insert(story);
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
    const Lab& lab = find_lab(labs, graded.at("lab").get<std::string>());
    state.labs.push_back(lab);
    state.manifest.labs.push_back(lab.id);
    Record record = record_from(graded);
    row.earned.push_back(points_earned(record, lab, state.manifest.not_run));
    row.records.push_back(std::move(record));
    row.fixed.emplace_back();
  }
  state.rows.push_back(std::move(row));
  return state;
}

std::vector<std::string> notes_of(const ClassState& state, const StudentRow& row) {
  std::vector<std::string> notes;
  const auto add = [&](std::string note) { notes.push_back(std::move(note)); };
  if (row.work.is_late) add("late");
  for (const std::string& name : row.work.superseded) add("not counted: " + name);
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    const Record& record = row.records[i];
    const std::string& lab = state.labs[i].id;
    if (row.fixed[i])
      add(fmt::format("{}: set to {}: {}", lab, row.fixed[i]->points,
                      row.fixed[i]->reason));
    else if (record.status != RecordStatus::graded)
      add(fmt::format(
          "{}: {}", lab,
          record.why.empty() ? std::string(name(record.status)) : record.why));
    for (const std::string& why : reasons_to_look(record))
      add(fmt::format("{}: look at this by hand: {}", lab, why));
    if (row.fixed[i] || record.status != RecordStatus::graded) continue;
    if (const std::string why = why_nothing_ran(record); !why.empty())
      add(fmt::format("{}: {}", lab, why));
    if (record.max_score != state.labs[i].points)
      add(fmt::format("{}: checks worth {} points could not run ({})", lab,
                      state.labs[i].points - record.max_score,
                      name(state.manifest.not_run)));
  }
  return notes;
}

std::string grades_csv(const ClassState& state) {
  std::string text = "student";
  for (const Lab& lab : state.labs) text += "," + cell(lab.id);
  text += ",total,notes\n";
  for (const StudentRow& row : state.rows) {
    text += cell(row.work.student);
    for (std::size_t i = 0; i < state.labs.size(); ++i)
      text += "," + points_cell(row.points(i));
    std::string notes;
    for (const std::string& note : notes_of(state, row))
      notes += (notes.empty() ? "" : notes.ends_with('.') ? " " : "; ") + note;
    text += "," + points_cell(row.total()) + "," + cell(notes) + "\n";
  }
  return text;
}

}  // namespace gridlock
