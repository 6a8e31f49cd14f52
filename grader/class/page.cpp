// The page of a class for a browser; it begins with the points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "checker/lab/skeleton.h"
#include "class/html.h"
#include "class/report.h"
#include "class/similar.h"
#include "common/text.h"
#include "isolation/box.h"

namespace gridlock {
namespace {

/// Sorts a table when a heading is clicked.
constexpr const char* kSort = R"(
for (const table of document.querySelectorAll("table.sort"))
  for (const head of table.querySelectorAll("th[aria-sort]")) {
    const sort = () => {
      const way = head.getAttribute("aria-sort") === "descending" ? 1 : -1;
      for (const other of table.querySelectorAll("th[aria-sort]"))
        other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", way < 0 ? "descending" : "ascending");
      const value = (row) => {
        const cell = row.cells[head.cellIndex];
        return cell.dataset.s ?? cell.textContent;
      };
      const compare = (a, b) => way * value(a).localeCompare(value(b), "en",
        { numeric: true });
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    };
    head.tabIndex = 0;
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter") sort();
    });
  }
)";

std::string number_cell(std::optional<double> number) {
  return fmt::format("<td class=\"n\">{}</td>",
                     number ? points_text(*number) : "&ndash;");
}

std::string heading(const std::string& text, const char* title = "") {
  return fmt::format("<th aria-sort=\"none\"{}>{}</th>",
                     *title ? fmt::format(" title=\"{}\"", title) : "", text);
}

/// The rows in the order in which a page shows them.  Without names they are in falling
/// order of their points, since another order might reveal the names.
std::vector<const StudentRow*> rows_of(const ClassState& state, bool names) {
  std::vector<const StudentRow*> rows;
  for (const StudentRow& row : state.rows) rows.push_back(&row);
  if (!names) std::ranges::stable_sort(rows, std::greater(), &StudentRow::total);
  return rows;
}

std::string name_cell(const StudentRow& row, bool names) {
  if (!names) return "";
  return fmt::format("<td><a href=\"students/{}.html\">{}</a></td>", row.work.id,
                     escaped(row.name()));
}

/// As name_cell(), with the name by which course.toml and overrides.csv call the student.
std::string names_cell(const StudentRow& row, bool names) {
  std::string cell = name_cell(row, names);
  if (names && row.name() != row.work.student)
    cell.insert(cell.rfind("</td>"),
                "<br><small>" + escaped(row.work.student) + "</small>");
  return cell;
}

std::string notes_cell(const ClassState& state, const StudentRow& row) {
  std::string text;
  for (const std::string& note : notes_of(state, row))
    text += (text.empty() ? "" : "<br>") + escaped(note);
  return "<td>" + text + "</td>";
}

std::string box_of_warnings(const ClassState& state) {
  std::string text;
  for (const std::string& warning : warnings_of(state))
    text += fmt::format("<p>{}</p>\n", escaped(warning));
  return text.empty() ? ""
                      : "<section class=\"card\"><h3>Look at this first</h3>\n" + text +
                            "</section>\n";
}

std::string table_of_students(const ClassState& state, bool names) {
  std::string text =
      "<h2>Points</h2><div class=\"wide\"><table class=\"sort\"><thead><tr>" +
      (names ? heading("student") : "");
  for (const Lab& lab : state.labs)
    text += heading(fmt::format("Lab {}<br>of {}", escaped(lab.number), lab.points));
  // The notes contain names, so a page without names has no notes.
  const bool has_notes =
      names && std::ranges::any_of(state.rows, [&](const StudentRow& row) {
        return !notes_of(state, row).empty();
      });
  text += heading("sum") + (has_notes ? "<th>notes</th>" : "") + "</tr></thead><tbody>\n";
  for (const StudentRow* row : rows_of(state, names)) {
    text += "<tr>" + names_cell(*row, names);
    for (std::size_t i = 0; i < state.labs.size(); ++i)
      text += number_cell(row->points(i));
    text += number_cell(row->total()) + (has_notes ? notes_cell(state, *row) : "") +
            "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::vector<double> points_in(const ClassState& state, std::size_t lab) {
  std::vector<double> points;
  for (const StudentRow& row : state.rows)
    if (row.records[lab].status != RecordStatus::not_handed || row.fixed[lab])
      if (const auto earned = row.points(lab)) points.push_back(*earned);
  std::ranges::sort(points);
  return points;
}

/// The value below which this share of the sorted numbers lies, interpolated.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

/// A histogram of ten columns, and a strip below it between the quartiles.
std::string histogram(const std::vector<double>& points, int most) {
  constexpr int kColumns = 10, kWidth = 42, kHeight = 120, kTop = 22;
  std::array<int, kColumns> counts{};
  for (const double one : points)
    ++counts[static_cast<std::size_t>(std::clamp(
        most > 0 ? static_cast<int>(one * kColumns / most) : 0, 0, kColumns - 1))];
  const int highest = *std::ranges::max_element(counts);
  const int base = kTop + kHeight, wide = kColumns * kWidth;
  std::string bars, words;
  for (int i = 0; i < kColumns; ++i) {
    const int count = counts[static_cast<std::size_t>(i)];
    if (count == 0) continue;
    const int tall = std::max(2, kHeight * count / highest);
    bars += fmt::format(
        "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        i * kWidth + 2, base - tall, kWidth - 4, tall, i * kWidth + kWidth / 2,
        base - tall - 6, count);
    words += fmt::format("{}{} from {} points on", words.empty() ? "" : ", ", count,
                         i * most / kColumns);
  }
  const auto at = [&](double value) { return most > 0 ? value * wide / most : 0; };
  const double low = at(quantile(points, .25)), high = at(quantile(points, .75));
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"Students by points: "
      "{2}\">{3}<path class=\"axis\" d=\"M0 {4}H{0}\"/>"
      "<text y=\"{5}\">0</text><text x=\"{6}\" y=\"{5}\" text-anchor=\"middle\">{7}"
      "</text><text x=\"{0}\" y=\"{5}\" text-anchor=\"end\">{8}</text>"
      "<rect class=\"bar\" opacity=\".35\" x=\"{9:.1f}\" y=\"{10}\" width=\"{11:.1f}\" "
      "height=\"8\"/><rect class=\"bar\" x=\"{12:.1f}\" y=\"{13}\" width=\"3\" "
      "height=\"12\"/></svg>",
      wide, base + 42, words, bars, base, base + 38, wide / 2, most / 2, most, low,
      base + 10, std::max(2.0, high - low), at(quantile(points, .5)) - 1.5, base + 8);
}

std::string statistics(const ClassState& state, std::size_t lab) {
  const std::vector<double> points = points_in(state, lab);
  if (points.empty()) return "<p>Nothing is graded.</p>\n";
  double sum = 0;
  for (const double one : points) sum += one;
  const auto row = [](const char* what, double value) {
    return fmt::format("<dt>{}</dt><dd>{:.1f}</dd>", what, value);
  };
  return fmt::format(
      "<div class=\"lab\"><figure>{}<figcaption>Students by points, without those who "
      "handed in no file that can be graded; the strip reaches from the lower quartile to "
      "the upper one, the tick is the median.</figcaption>"
      "</figure><dl>{}{}{}{}<dt>graded</dt><dd>{} of {}</dd></dl></div>\n",
      histogram(points, state.labs[lab].points),
      row("mean", sum / static_cast<double>(points.size())),
      row("median", quantile(points, .5)), row("lower quartile", quantile(points, .25)),
      row("upper quartile", quantile(points, .75)), points.size(), state.rows.size());
}

struct CheckOfClass {
  std::string part, title, sentence;
  std::size_t ran = 0, passed = 0;
  /// Number of students per verdict, or for "not begun".
  std::map<std::string, std::size_t> verdicts{};
};

std::string title_key(const CheckSummary& check) {
  return check.part + "\n" + check.name;
}

/// The checks of a lab in their order, each with its title_key().
std::vector<std::pair<std::string, CheckOfClass>> checks_of_class(const ClassState& state,
                                                                  std::size_t lab) {
  std::vector<std::pair<std::string, CheckOfClass>> all;
  for (const StudentRow& row : state.rows) {
    const Record& record = row.records[lab];
    if (record.status != RecordStatus::graded) continue;
    for (const CheckSummary* check : record.lab.each_check()) {
      const std::string key = title_key(*check);
      auto found =
          std::ranges::find_if(all, [&](const auto& one) { return one.first == key; });
      if (found == all.end())
        found = all.insert(found, {key, {check->part, check->name, check->sentence}});
      CheckOfClass& one = found->second;
      one.ran += check->verdict != Verdict::skipped;
      one.passed += check->verdict == Verdict::passed;
      if (check->has_failed())
        ++one.verdicts[record.lab.not_begun.contains(one.part)
                           ? "not begun"
                           : std::string(name(check->verdict))];
    }
  }
  return all;
}

/// "data_race (5), wrong_result (2)".
std::string words_of(const std::map<std::string, std::size_t>& verdicts) {
  std::vector<std::pair<std::string, std::size_t>> list(verdicts.begin(), verdicts.end());
  std::ranges::stable_sort(
      list, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [verdict, students] : list)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", verdict, students);
  return text;
}

/// A cell of the heat map: the result of a check, and its sort order.
std::string heat_cell(const CheckSummary* check, const std::set<std::string>& not_begun) {
  const auto cell = [](const char* look, int order, const char* sign,
                       const std::string& title) {
    return fmt::format("<td class=\"{}\" data-s=\"{}\" title=\"{}\">{}</td>", look, order,
                       escaped(title), sign);
  };
  if (!check || check->verdict == Verdict::skipped)
    return cell("u", 2, "&ndash;", "not run");
  const std::string verdict(name(check->verdict));
  if (check->verdict == Verdict::passed) return cell("p", 4, "&#10003;", verdict);
  if (not_begun.contains(check->part)) return cell("u", 1, "&middot;", "not begun");
  if (check->verdict == Verdict::data_race || check->verdict == Verdict::stale_value)
    return cell("o", 3, "&#8644;", verdict);
  return cell("f", 0, "&#10007;", verdict);
}

std::string heat_row(const StudentRow& row, std::size_t lab, bool names,
                     const std::vector<std::pair<std::string, CheckOfClass>>& all) {
  const Record& record = row.records[lab];
  std::map<std::string, const CheckSummary*> checks;
  if (record.status == RecordStatus::graded)
    for (const CheckSummary* check : record.lab.each_check())
      checks[title_key(*check)] = check;
  std::string text = "<tr>" + name_cell(row, names) + number_cell(row.points(lab));
  for (const auto& one : all) {
    const auto found = checks.find(one.first);
    text +=
        heat_cell(found == checks.end() ? nullptr : found->second, record.lab.not_begun);
  }
  return text + "</tr>\n";
}

/// A row per student and a column per check, headed by its number in table_of_checks().
std::string heat_map(const ClassState& state, std::size_t lab, bool names,
                     const std::vector<std::pair<std::string, CheckOfClass>>& all) {
  std::string text =
      "<p class=\"soft\">&#10003; passed, &#8644; a fault of order, &#10007; any other "
      "fault, &middot; not begun, &ndash; not run. A click on a heading sorts.</p>"
      "<div class=\"wide\"><table class=\"heat sort\"><thead><tr>" +
      (names ? heading("student") : "") + heading("points");
  for (std::size_t i = 0; i < all.size(); ++i)
    text += heading(std::to_string(i + 1), escaped(all[i].second.title).c_str());
  text += "</tr></thead><tbody>\n";
  for (const StudentRow* row : rows_of(state, names))
    text += heat_row(*row, lab, names, all);
  return text + "</tbody></table></div>\n";
}

std::string table_of_checks(
    const std::vector<std::pair<std::string, CheckOfClass>>& all) {
  std::string text = "<div class=\"wide\"><table class=\"sort\"><thead><tr>" +
                     heading("#") + heading("part") + heading("check") +
                     heading("passed by") + heading("the others got") +
                     "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const CheckOfClass& one = all[i].second;
    const int share =
        one.ran ? static_cast<int>(std::lround(100.0 * static_cast<double>(one.passed) /
                                               static_cast<double>(one.ran)))
                : 0;
    text += fmt::format(
        "<tr><td class=\"n\">{}</td><td>{}</td><td>{}<br><small>{}</small></td>"
        "<td class=\"share\" data-s=\"{}\">{} of {}<i><b style=\"width:{}%\"></b></i></td>"
        "<td>{}</td></tr>\n",
        i + 1, escaped(one.part), escaped(one.title), escaped(one.sentence), share,
        one.passed, one.ran, share, escaped(words_of(one.verdicts)));
  }
  return text + "</tbody></table></div>\n";
}

std::string section_of_lab(const ClassState& state, std::size_t lab, bool names) {
  const auto all = checks_of_class(state, lab);
  std::string text = fmt::format("<h2>Lab {}: {}</h2>\n", escaped(state.labs[lab].number),
                                 escaped(state.labs[lab].title)) +
                     statistics(state, lab);
  if (all.empty()) return text;
  return text + heat_map(state, lab, names, all) + table_of_checks(all);
}

/// The pairs of similar submissions in one lab, side by side.  One file stands for all
/// that are the same but for names and layout.
std::string similar_in_lab(const ClassState& state, std::size_t lab) {
  constexpr std::size_t kShownMax = 20;
  std::map<std::string, std::string> names;  // Keyed by the code without names.
  std::map<std::string, std::size_t> counts;
  std::vector<std::string> codes, keys;
  for (const StudentRow& row : state.rows) {
    const std::string code = row.code.size() > lab ? row.code[lab] : "";
    keys.push_back(without_names(code));
    std::string& known = names[keys.back()];
    codes.push_back(known.empty() ? code : "");
    known += (known.empty() ? "" : "; ") + row.name();
    ++counts[keys.back()];
  }
  const std::string skeleton = original_skeleton(state.labs[lab]);
  counts.erase("");
  counts.erase(without_names(skeleton));
  const std::string number = escaped(state.labs[lab].number);
  std::string text;
  for (const auto& [key, count] : counts)
    if (count > 1)
      text += fmt::format("<p>Lab {}: the same but for names and layout: {}</p>\n",
                          number, escaped(names[key]));
  auto pairs = similar_pairs(codes, skeleton);
  if (pairs.size() > kShownMax) pairs.resize(kShownMax);
  for (const SimilarPair& pair : pairs)
    text += fmt::format(
        "<details><summary>Lab {}: {} and {}, {:.0f} % of the shorter one</summary>"
        "<div class=\"pair\">{}{}</div></details>\n",
        number, escaped(names[keys[pair.one]]), escaped(names[keys[pair.other]]),
        100 * pair.share, code_excerpt(codes[pair.one], pair.lines_of_one),
        code_excerpt(codes[pair.other], pair.lines_of_other));
  return text;
}

/// The section on similar submissions; "" if there are none.
std::string similar_submissions(const ClassState& state) {
  std::string text;
  for (std::size_t lab = 0; lab < state.labs.size(); ++lab)
    text += similar_in_lab(state, lab);
  if (text.empty()) return "";
  return "<h2>Similar submissions</h2><p>Compared by tokens, without names and layout. "
         "What was handed out, and what many wrote alike, does not count. It proves "
         "nothing: read both.</p>\n" +
         text;
}

std::string_view sentence_about(NotRun policy) {
  switch (policy) {
    case NotRun::give:
      return "Checks that could not run here count as passed.";
    case NotRun::lose:
      return "Checks that could not run here earn no points.";
    case NotRun::scale:
      break;
  }
  return "Where checks could not run, the others count for them.";
}

/// The record's tier.  Records older than tiers say only whether there was a box.
BoxTier tier_of(const Record& record) {
  if (!record.lab.tier.empty()) return tier_from(record.lab.tier);
  return record.lab.boxed ? BoxTier::box : BoxTier::none;
}

std::string sentence_about_boxes(const ClassState& state) {
  std::map<BoxTier, std::size_t> counts;
  std::size_t graded = 0;
  for (const StudentRow& row : state.rows)
    for (const Record& record : row.records)
      if (record.status == RecordStatus::graded) {
        ++graded;
        ++counts[tier_of(record)];
      }
  std::string text;
  for (const auto& [tier, count] : counts) {
    const std::string subject = counts.size() == 1
                                    ? "All of it was"
                                    : fmt::format("{} of {} were", count, graded);
    text += fmt::format("{}{} compiled and run {} (tier {}).", text.empty() ? "" : " ",
                        subject, description(tier), name(tier));
  }
  return text;
}

}  // namespace

std::string class_page(const ClassState& state, bool names) {
  std::string text = page_head("The class: " + titles_of(state), {kSort});
  if (names) text += box_of_warnings(state);
  text += table_of_students(state, names);
  if (names && state.roster) {
    std::vector<std::string> students;
    for (const StudentRow& row : state.rows) students.push_back(row.work.student);
    for (const std::string& line : compare_with_roster(*state.roster, students))
      text += fmt::format("<p>{}</p>\n", escaped(line));
  }
  if (const auto open = state.open(); !open.empty() && names) {
    text += "<h2>Still to be graded</h2><ul>\n";
    for (const std::string& one : open)
      text += fmt::format("<li>{}</li>\n", escaped(one));
    text +=
        "</ul><p>Nothing of this is a student's fault: <code>./gridlock class resume "
        "FOLDER</code></p>\n";
  }
  for (std::size_t lab = 0; lab < state.labs.size(); ++lab)
    text += section_of_lab(state, lab, names);
  text += table_of_resemblance(state, names) + (names ? similar_submissions(state) : "");
  return text +
         fmt::format("<h2>How it was graded</h2><p>On {}, with seed {}. {} {}</p>\n",
                     escaped(state.manifest.on), state.manifest.seed,
                     sentence_about(state.manifest.not_run),
                     sentence_about_boxes(state)) +
         "<script>" + kSort + "</script></body></html>\n";
}

}  // namespace gridlock
