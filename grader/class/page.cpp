// The pages of a class, for a browser.  They hold no script, and a policy that lets none
// run: much of their text comes from students.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "box/box.h"
#include "class/html.h"
#include "class/report.h"
#include "common/text.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
 padding: 0 1rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
td, th {{ border-bottom: 1px solid #8886; padding: .3rem .8rem .3rem 0; text-align: left;
 vertical-align: top; }}
td.n {{ text-align: right; font-variant-numeric: tabular-nums; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
</style></head><body><h1>{}</h1>
)";

std::string text_in(const ordered_json& json, const char* key) {
  return json.contains(key) && json.at(key).is_string() ? json.at(key).get<std::string>()
                                                        : "";
}

std::string number_cell(std::optional<int> number) {
  return fmt::format("<td class=\"n\">{}</td>",
                     number ? std::to_string(*number) : "&ndash;");
}

/// A check that students failed.
struct Missed {
  std::string part, check, sentence;
  std::size_t students = 0;
  /// How many got each of them, or have "not begun".
  std::map<std::string, std::size_t> verdicts{};
};

/// Whether the check ran and found something.
bool has_failed(const ordered_json& check) {
  const std::string verdict = check.at("verdict");
  return verdict != "passed" && verdict != "skipped";
}

/// The checks that most students failed.  In a class of more than a few, what only one
/// missed says nothing about the class.
std::vector<Missed> most_missed(const ClassState& state) {
  constexpr std::size_t kAFew = 5;
  constexpr std::size_t kShownMax = 20;
  std::map<std::tuple<std::size_t, std::string, std::string>, Missed> counted;
  for (const StudentRow& row : state.rows)
    for (std::size_t i = 0; i < state.labs.size(); ++i) {
      if (row.records[i].status != RecordStatus::graded) continue;
      const auto not_begun = parts_not_begun(row.records[i].result);
      for (const auto& check : row.records[i].result.at("checks")) {
        if (!has_failed(check) || check.at("max_points") == 0) continue;
        const std::string part = text_in(check, "part");
        const std::string title = check.at("name");
        Missed& one = counted[{i, part, title}];
        one.part = part;
        one.check = title;
        one.sentence = text_in(check, "sentence");
        ++one.students;
        ++one.verdicts[not_begun.contains(part) ? "not begun"
                                                : text_in(check, "verdict")];
      }
    }
  std::vector<Missed> list;
  for (auto& [key, one] : counted)
    if (one.students > 1 || state.rows.size() <= kAFew) list.push_back(std::move(one));
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.students > b.students; });
  if (list.size() > kShownMax) list.resize(kShownMax);
  return list;
}

/// "data_race (5), wrong_result (2)"; a verdict that all got stands alone.
std::string words_of(const std::map<std::string, std::size_t>& verdicts) {
  std::vector<std::pair<std::string, std::size_t>> list(verdicts.begin(), verdicts.end());
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (list.size() == 1) return list.front().first;
  std::string text;
  for (const auto& [verdict, students] : list)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", verdict, students);
  return text;
}

/// The notes on a student, one below the other.
std::string notes_cell(const ClassState& state, const StudentRow& row) {
  std::string text;
  for (const std::string& note : notes_of(state, row))
    text += (text.empty() ? "" : "<br>") + escaped(note);
  return "<td>" + text + "</td>";
}

std::string table_of_students(const ClassState& state, bool names) {
  std::string text = "<h2>Points</h2><table><tr><th>student</th>";
  for (const Lab& lab : state.labs)
    text += fmt::format("<th>Lab {}<br>of {}</th>", escaped(lab.number), lab.points);
  // The notes tell names.
  const bool has_notes = names && std::any_of(state.rows.begin(), state.rows.end(),
                                              [&](const StudentRow& row) {
                                                return !notes_of(state, row).empty();
                                              });
  text += has_notes ? "<th>sum</th><th>notes</th></tr>\n" : "<th>sum</th></tr>\n";
  std::vector<const StudentRow*> rows;
  for (const StudentRow& row : state.rows) rows.push_back(&row);
  // Without names, the order must not tell them either.
  if (!names)
    std::stable_sort(rows.begin(), rows.end(),
                     [](const StudentRow* one, const StudentRow* other) {
                       return one->total() > other->total();
                     });
  for (const StudentRow* each : rows) {
    const StudentRow& row = *each;
    text += names ? fmt::format("<tr><td><a href=\"students/{}.html\">{}</a></td>",
                                row.work.id, escaped(row.work.student))
                  : "<tr><td></td>";
    for (std::size_t i = 0; i < state.labs.size(); ++i)
      text += number_cell(row.points(i));
    text +=
        number_cell(row.total()) + (has_notes ? notes_cell(state, row) : "") + "</tr>\n";
  }
  return text + "</table>\n";
}

std::string table_of_missed(const ClassState& state) {
  const auto list = most_missed(state);
  if (list.empty()) return "";
  std::string text =
      "<h2>What most students missed</h2><table><tr><th>students</th><th>part</th>"
      "<th>check</th><th>verdict</th></tr>\n";
  for (const Missed& one : list)
    text += fmt::format(
        "<tr><td class=\"n\">{}</td><td>{}</td><td>{}<br><small>{}</small></td>"
        "<td>{}</td></tr>\n",
        one.students, escaped(one.part), escaped(one.check), escaped(one.sentence),
        escaped(words_of(one.verdicts)));
  return text + "</table>\n";
}

std::string section_of_check(const ClassState& state, const Lab& lab,
                             const ordered_json& check) {
  std::string text =
      fmt::format("<h3>{} {} <small>{}/{}</small></h3>\n",
                  escaped(text_in(check, "part")), escaped(text_in(check, "name")),
                  check.at("points").is_null() ? "-" : check.at("points").dump(),
                  check.at("max_points").dump());
  if (const std::string sentence = text_in(check, "sentence"); !sentence.empty())
    text += fmt::format("<p>The task: &ldquo;{}&rdquo;</p>\n", escaped(sentence));
  if (check.contains("hidden"))
    return text + "<p>One of the checks that you do not have.</p>\n";
  std::string said = text_in(check, "verdict");
  std::string found;
  if (check.contains("finding")) {
    const auto& finding = check.at("finding");
    found = text_in(finding, "message");
    said += ": " + found + "\n";
    for (const auto& access : finding.value("accesses", ordered_json::array()))
      said += fmt::format("  {}:{}  {}\n", text_in(access, "file"),
                          access.value("line", 0), text_in(access, "text"));
    said += text_in(finding, "missing");
  }
  for (const auto& failure : check.value("failures", ordered_json::array()))
    if (const std::string message = text_in(failure, "message"); message != found)
      said += message + "\n";
  std::string again =
      fmt::format("./gridlock check {} --seed {} --only {}", lab.number,
                  state.manifest.seed, ordered_json(check.at("name")).dump());
  if (const std::string schedule = text_in(check, "replay"); !schedule.empty())
    again += fmt::format("\n./gridlock trace {} --out steps.html --schedule '{}'",
                         lab.number, schedule);
  return text +
         fmt::format("<pre>{}</pre>\n<pre>{}</pre>\n", escaped(said), escaped(again));
}

/// Whether the page tells what the check found, and how to repeat that at home.
bool is_told(const ordered_json& check, const std::set<std::string>& not_begun) {
  return has_failed(check) && !check.contains("hidden") &&
         !not_begun.contains(text_in(check, "part"));
}

/// What the commands below each failure are for; "" if there are none.
std::string about_commands(const Lab& lab, const ordered_json& checks,
                           const std::set<std::string>& not_begun) {
  if (std::none_of(checks.begin(), checks.end(),
                   [&](const ordered_json& check) { return is_told(check, not_begun); }))
    return "";
  return fmt::format(
      "<p>To repeat a failure at home, have the file that you handed in at <code>labs/{}/"
      "{}</code> and run the commands below the failure: <code>check</code> judges it "
      "again, with the class&rsquo;s seed, and <code>trace</code> makes "
      "<code>steps.html</code>, a page to step through.</p>\n",
      escaped(lab.id), escaped(lab.submission_name));
}

std::string section_of_lab(const ClassState& state, const StudentRow& row,
                           std::size_t index) {
  const Lab& lab = state.labs[index];
  const Record& record = row.records[index];
  const auto points = row.points(index);
  std::string text =
      fmt::format("<h2>Lab {}: {} <small>{}/{}</small></h2>\n", escaped(lab.number),
                  escaped(lab.title), points ? std::to_string(*points) : "-", lab.points);
  if (row.fixed[index])
    text += fmt::format("<p>Set by the instructor: {}</p>\n",
                        escaped(row.fixed[index]->reason));
  if (record.status != RecordStatus::graded)
    return text +
           fmt::format("<p>{}</p>\n",
                       escaped(record.why.empty() ? std::string(name(record.status))
                                                  : record.why));
  for (const std::string& why : reasons_to_look(record))
    text += fmt::format("<p>Look at this by hand. {}</p>\n", escaped(why));
  if (const std::string story = row.work.id + "-" + lab.id + ".html";
      state.stories.contains(story))
    text += fmt::format("<p><a href=\"{}\">Step through the first failure</a></p>\n",
                        escaped(story));
  bool any = false;
  const std::set<std::string> not_begun = parts_not_begun(record.result);
  std::set<std::string> untold = not_begun;
  text += about_commands(lab, record.result.at("checks"), not_begun);
  for (const auto& check : record.result.at("checks")) {
    if (!has_failed(check)) continue;
    const std::string part = text_in(check, "part");
    if (!not_begun.contains(part))
      text += section_of_check(state, lab, check);
    else if (untold.erase(part))
      text += fmt::format("<p>{}: not begun</p>\n", escaped(part));
    any = true;
  }
  return text + (any ? "" : "<p>All checks pass.</p>\n");
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

/// How the record's submission was kept apart; of records before there were tiers, by
/// whether there was a box.
BoxTier tier_of(const Record& record) {
  const bool is_boxed = record.result.value("boxed", false);
  return tier_from(record.result.value("tier", is_boxed ? "B" : "D"));
}

/// How the class was kept apart from the grader.
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

std::string head(const std::string& title) {
  return fmt::format(fmt::runtime(kHead), title, title);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : sanitize_text(text)) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string class_page(const ClassState& state, bool names) {
  std::string text = head("The class");
  text +=
      fmt::format("<p>Graded on {}, with seed {}. {} {}</p>\n",
                  escaped(state.manifest.on), state.manifest.seed,
                  sentence_about(state.manifest.not_run), sentence_about_boxes(state));
  if (const auto open = state.open(); !open.empty() && names) {
    text += "<h2>Still to be graded</h2><ul>\n";
    for (const std::string& one : open)
      text += fmt::format("<li>{}</li>\n", escaped(one));
    text +=
        "</ul><p>Nothing of this is a student's fault: <code>./gridlock class resume "
        "FOLDER</code></p>\n";
  }
  return text + table_of_missed(state) + tables_of_resemblance(state, names) +
         table_of_students(state, names) + "</body></html>\n";
}

std::string student_page(const ClassState& state, const StudentRow& row) {
  std::string text = head(escaped(row.work.student));
  int points = 0;
  for (const Lab& lab : state.labs) points += lab.points;
  if (const auto total = row.total(); total && state.labs.size() > 1)
    text += fmt::format("<p>All labs: {} of {} points</p>\n", *total, points);
  for (std::size_t i = 0; i < state.labs.size(); ++i)
    text += section_of_lab(state, row, i);
  return text + "</body></html>\n";
}

}  // namespace gridlock
