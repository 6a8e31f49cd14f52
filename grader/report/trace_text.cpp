#include "report/trace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "common/text.h"
#include "report/finding_text.h"
#include "report/trace_model.h"

namespace gridlock {
namespace {

constexpr std::size_t kLanesMax = 8;  ///< More columns are unreadable.
constexpr int kSourceColumnsMin = 24;
constexpr int kWhatColumnsMin = 16;
constexpr int kBelow = 8;  ///< Indents a continued row.

char letter(StepKind kind) { return static_cast<char>(*name_of(kind) - 'a' + 'A'); }

bool has_lanes(const Trace& trace) {
  return trace.lanes.size() > 1 && trace.lanes.size() <= kLanesMax;
}

/// " (W write, A atomic)" for the letters in the lanes; "" without lanes.
std::string letters_text(const Trace& trace) {
  std::string text;
  std::set<StepKind> told;
  for (const TraceMark& mark : trace.marks)
    if (has_lanes(trace) && told.insert(mark.kind).second)
      text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", letter(mark.kind),
                          name_of(mark.kind));
  return text.empty() ? text : text + ")";
}

/// One row of the picture, from the mark `from` to before the mark `to`.
class RowText {
 public:
  RowText(const Trace& trace, std::size_t from, std::size_t to)
      : trace_(trace), from_(from), to_(to) {}

  /// " W |", "B B |": a letter where a lane acts, and a line where a lane only continues.
  std::string lanes(bool unicode) const {
    std::vector<std::string> cells(trace_.lanes.size(), unicode ? "│" : "|");
    for (std::size_t i = from_; i < to_; ++i)
      cells[trace_.marks[i].lane] = letter(trace_.marks[i].kind);
    return fmt::format("{}", fmt::join(cells, " "));
  }

  std::string actor() const {
    const TraceLane& first = trace_.lanes[trace_.marks[from_].lane];
    return to_ - from_ == 1 ? first.name : first.group;
  }

  /// ", threads 0 and 1", ", threads 0-33"; "" for a single thread.
  std::string who_meet() const {
    if (to_ - from_ == 1) return "";
    std::set<std::size_t> lanes;
    for (std::size_t i = from_; i < to_; ++i) lanes.insert(trace_.marks[i].lane);
    std::vector<std::string> members;
    for (const std::size_t lane : lanes) {
      const std::string& member = trace_.lanes[lane].member;
      members.push_back(
          member.substr(std::min(member.size(), std::string("thread ").size())));
    }
    if (const auto range = as_range(members)) return ", threads " + *range;
    std::string text;
    for (const std::string& member : members)
      text += (&member == &members.front()  ? ", threads "
               : &member == &members.back() ? " and "
                                            : ", ") +
              member;
    return text;
  }

  /// "0-33" for more than two numbers without a gap.
  static std::optional<std::string> as_range(const std::vector<std::string>& members) {
    if (members.size() < 3) return {};
    std::set<int> numbers;
    for (const std::string& member : members) {
      const bool is_number =
          std::ranges::all_of(member, [](char c) { return c >= '0' && c <= '9'; });
      if (member.empty() || member.size() > 6 || !is_number) return {};
      numbers.insert(std::stoi(member));
    }
    const int last = *numbers.rbegin();
    if (last - *numbers.begin() + 1 != static_cast<int>(members.size())) return {};
    return fmt::format("{}-{}", *numbers.begin(), last);
  }

  std::string what(bool with_lanes) const {
    const TraceMark& mark = trace_.marks[from_];
    return (mark.racing ? "racing " : "") + label_of(mark, with_lanes ? "" : who_meet());
  }

 private:
  const Trace& trace_;
  std::size_t from_;
  std::size_t to_;
};

/// Breaks a row that is too long.  Its end, the action, continues in its own column, or
/// below the rest if that column is so narrow that the row would take more than two
/// lines.
std::string fitted(const Look& look, std::string_view line, std::string_view what,
                   int indent) {
  const std::string_view before = line.substr(0, line.size() - what.size());
  if (width_of(before) + kWhatColumnsMin <= look.columns) {
    const std::string in_column = wrap(look, width_of(before), what);
    if (split_lines(in_column).size() <= 2)
      return std::string(before) +
             in_column.substr(static_cast<std::size_t>(width_of(before)));
  }
  return shorten(before.substr(0, before.find_last_not_of(' ') + 1), look.columns) +
         "\n" + wrap(look, indent + kBelow, what);
}

/// The lines of `main_file` whose steps read a word, if neither racing access is in that
/// file; else "".  They show the conditions under which the accesses were reached.
std::string looks_text(const Look& look, int indent, const Trace& trace,
                       const PlacedFinding& finding, const std::string& main_file) {
  constexpr std::size_t kLinesMax = 3;
  for (const PlacedAccess& access : finding.accesses)
    if (access.place.file == main_file) return "";
  std::set<int> told;
  std::string text;
  for (const TraceMark& mark : trace.marks)
    if (mark.file == one_line(main_file) && !mark.source.empty() && !mark.reads.empty() &&
        told.size() < kLinesMax && told.insert(mark.line).second)
      text += fmt::format(
          "{:{}}{}\n", "", indent,
          shorten(fmt::format("{}: {}", mark.place, mark.source), look.columns - indent));
  return text;
}

Trace traced(const std::vector<PlacedAccess>& steps, std::size_t rows_max,
             const std::string& main_file, const PlacedFinding* finding,
             const About& about) {
  TraceSubject subject;
  subject.steps = steps;
  subject.main_file = main_file;
  subject.about = about;
  if (finding) subject.finding = *finding;
  return trace_of(subject, rows_max);
}

std::string rows_text(const Look& look, int indent, const Trace& trace,
                      const std::string& main_file, const PlacedFinding* finding) {
  const bool with_lanes = has_lanes(trace);
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> sources;
  for (std::size_t from = 0, to = 0; from < trace.marks.size(); from = to) {
    while (to < trace.marks.size() && trace.marks[to].row == trace.marks[from].row) ++to;
    const RowText row(trace, from, to);
    const TraceMark& mark = trace.marks[from];
    rows.push_back({mark.step ? std::to_string(*mark.step) : ""});
    if (with_lanes) rows.back().push_back(row.lanes(look.unicode));
    rows.back().insert(rows.back().end(),
                       {row.actor(), mark.place, row.what(with_lanes)});
    sources.push_back(mark.source);
  }
  const Look boundless{.columns = std::numeric_limits<int>::max()};
  const std::string without_source = table(boundless, indent, rows);
  int width = 0;
  for (const std::string_view line : split_lines(without_source))
    width = std::max(width, width_of(line));
  // Source text is shown if there is room for some of it.
  const bool with_source = width + 2 + kSourceColumnsMin <= look.columns;
  if (with_source)
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(sources[i]);
  const std::string aligned = with_source ? table(look, indent, rows) : without_source;
  const auto lines = split_lines(aligned);
  std::string text;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    if (width_of(lines[row]) <= look.columns)
      text.append(lines[row]).append("\n");
    else
      text += fitted(look, lines[row], rows[row].back(), indent);
  }
  if (finding && !with_source)
    text += looks_text(look, indent, trace, *finding, main_file);
  return text;
}

}  // namespace

bool steps_explain(const std::vector<PlacedAccess>& steps, const std::string& main_file,
                   const About& about) {
  constexpr std::size_t kFew = 10;  // So few are read at a glance.
  return steps.size() <= kFew || traced(steps, kFew, main_file, nullptr, about).explains;
}

std::string interleaving_text(const Look& look, int indent,
                              const std::vector<PlacedAccess>& steps,
                              std::size_t rows_max, const std::string& main_file,
                              const PlacedFinding* finding, const About& about) {
  return rows_text(look, indent, traced(steps, rows_max, main_file, finding, about),
                   main_file, finding);
}

std::string came_about_text(const Look& look, int indent,
                            const std::vector<PlacedAccess>& steps, std::size_t rows_max,
                            const std::string& main_file, const PlacedFinding* finding,
                            const About& about) {
  const Trace trace = traced(steps, rows_max, main_file, finding, about);
  const std::string letters = look.explain_letters ? letters_text(trace) : "";
  std::string text = wrap(look, indent, "How it came about" + letters + ":") +
                     rows_text(look, indent, trace, main_file, finding);
  if (!finding && !trace.missing.empty())
    text += missing_text(look, indent + 2, trace.missing);
  return text;
}

}  // namespace gridlock
