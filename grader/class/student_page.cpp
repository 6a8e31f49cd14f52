// The page of one student: the points by part, all checks, and a card per cause.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "class/html.h"
#include "class/report.h"
#include "class/stories.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// For example " block 3", " thread (1,2,0)".
std::string place_text(const char* what, const std::vector<int>& at) {
  if (at.size() != 3) return "";
  return at[1] == 0 && at[2] == 0
             ? fmt::format(" {} {}", what, at[0])
             : fmt::format(" {} ({},{},{})", what, at[0], at[1], at[2]);
}

/// The lines of the student's file in which these accesses or steps are.
std::set<int> own_lines(const std::vector<AccessSummary>& places, const Lab& lab) {
  std::set<int> own;
  for (const AccessSummary& place : places)
    if (place.file == lab.submission_name) own.insert(place.line);
  return own;
}

/// The two accesses of a finding, and the student's lines among them.  If neither is in
/// the student's file, the student's lines in the interleaving are used instead.
std::string accesses_html(const CheckSummary& check, const Lab& lab,
                          const std::string& code) {
  const auto& accesses = check.finding.accesses;
  std::set<int> own = own_lines(accesses, lab);
  if (own.empty() && !accesses.empty()) own = own_lines(check.interleaving, lab);
  std::string list;
  for (const AccessSummary& access : accesses) {
    const bool is_own = access.file == lab.submission_name && !code.empty();
    const std::string at = is_own ? fmt::format("line {}", access.line)
                                  : fmt::format("{}:{}", access.file, access.line);
    const std::string who =
        place_text("block", access.block) + "," + place_text("thread", access.thread);
    list +=
        fmt::format("<li>{} <code>{}</code>{}, {}{}</li>\n", escaped(access.op),
                    escaped(access.location), who == "," ? "" : " by" + who, escaped(at),
                    is_own ? "" : ": <code>" + escaped(access.text) + "</code>");
  }
  return (list.empty() ? "" : "<ul>" + list + "</ul>\n") + code_excerpt(code, own);
}

/// A message, which has code between backticks, as HTML.
std::string message_html(const std::string& message) {
  static const Pattern kCode("`([^`]{1,80})`");  // A pattern needs stack for each letter.
  return kCode.replace_in(escaped(message), "<code>$1</code>");
}

/// The finding of the first check of a cause.  Texts in `told` are left out, and those
/// that are shown are added to it.
std::string finding_html(const CheckSummary& check, const Lab& lab,
                         const std::string& code, std::set<std::string>& told) {
  std::string text;
  const auto tell = [&](const std::string& what, const char* form) {
    if (!what.empty() && told.insert(what).second)
      text += fmt::format(fmt::runtime(form), message_html(what));
  };
  const std::string& message = check.finding.message;
  told.insert(message);
  // A compiler's message shows the line of code below its first line.
  const std::size_t end = std::min(message.find('\n'), message.size());
  text += fmt::format("<p><strong>{}</strong>{}</p>\n", name(check.verdict),
                      message.empty() ? "" : ": " + message_html(message.substr(0, end)));
  if (end < message.size())
    text += fmt::format("<pre>{}</pre>\n", message_html(message.substr(end + 1)));
  tell(check.finding.missing, "<p>{}</p>\n");
  text += accesses_html(check, lab, code);
  for (const FindingSummary& failure : check.failures)
    tell(failure.message, "<pre>{}</pre>\n");
  return text;
}

struct Sum {
  double earned = 0, most = 0;

  void add(const CheckSummary& check) {
    earned += check.points;
    most += check.max_points;
  }
  double lost() const { return most - earned; }
};

double lost_in(const std::vector<const CheckSummary*>& checks) {
  Sum sum;
  for (const CheckSummary* check : checks) sum.add(*check);
  return sum.lost();
}

std::string points_cell(const CheckSummary& check) {
  if (check.verdict == Verdict::skipped) return "not run";
  return fmt::format("{}/{}", points_text(check.points), points_text(check.max_points));
}

/// A row for a check.
/// \param cause number of the card of its cause; 0 if there is none
std::string item_of(const CheckSummary& check, std::size_t number, std::size_t cause,
                    const std::string& anchor, bool is_begun, bool& told_of_hidden) {
  const bool failed = check.has_failed();
  std::string more;
  if (!check.set_because.empty())
    more += " <small>Set by the instructor: " + escaped(check.set_because) + "</small>";
  if (failed && check.hidden && !std::exchange(told_of_hidden, true))
    more += " <small>One of the checks that you do not have.</small>";
  if (cause > 0)
    more += fmt::format(" <a href=\"#{}{}\">cause {}</a>", anchor, cause, cause);
  const bool skipped = check.verdict == Verdict::skipped;
  const char* sign = skipped || !is_begun ? "&middot;" : failed ? "&#10007;" : "&#10003;";
  const char* look = skipped || !is_begun ? "soft" : failed ? "no" : "ok";
  return fmt::format(
      "<li><span class=\"{}\">{}</span><span class=\"n soft\">{}</span><span>{}{}</span>"
      "<span class=\"n\">{}</span></li>\n",
      look, sign, number, escaped(check.name), more, points_cell(check));
}

std::string title_of(const Lab& lab, const std::string& part) {
  for (const LabPart& one : lab.parts)
    if (one.id == part) return part + " " + one.title;
  return part;
}

/// The parts with a bar each, and their checks below it.
std::string parts_html(const Lab& lab, const Record& record,
                       const std::vector<FailureGroup>& causes,
                       const std::string& anchor) {
  const auto checks = record.lab.each_check();
  const std::set<std::string>& not_begun = record.lab.not_begun;
  std::vector<std::string> parts;
  for (const CheckSummary* check : checks)
    if (std::ranges::find(parts, check->part) == parts.end())
      parts.push_back(check->part);
  std::string text;
  bool told_of_hidden = false;
  for (const std::string& part : parts) {
    Sum sum;
    std::string items;
    for (std::size_t i = 0; i < checks.size(); ++i) {
      if (checks[i]->part != part) continue;
      sum.add(*checks[i]);
      std::size_t cause = 0;
      for (std::size_t k = 0; k < causes.size(); ++k)
        if (std::ranges::find(causes[k].checks, checks[i]) != causes[k].checks.end())
          cause = k + 1;
      items += item_of(*checks[i], i + 1, cause, anchor, !not_begun.contains(part),
                       told_of_hidden);
    }
    text += fmt::format(
        "<div class=\"part\"><h3>{}<span>{}/{}</span></h3><i><b style=\"width:{:.1f}%\"></b>"
        "</i>{}<ul class=\"checks\">\n{}</ul></div>\n",
        escaped(title_of(lab, part)), points_text(sum.earned), points_text(sum.most),
        sum.most > 0 ? 100 * sum.earned / sum.most : 0,
        not_begun.contains(part) ? "<p class=\"soft\">not begun</p>" : "", items);
  }
  return text;
}

/// The data of the work's story if it shows a check of this cause; else "".
std::string story_of(const ClassState& state, const StudentRow& row, std::size_t lab,
                     const FailureGroup& cause) {
  if (state.player.empty()) return "";
  const auto story = state.stories.find(row.work.id + "-" + state.labs[lab].id + ".html");
  if (story == state.stories.end()) return "";
  const std::string schedule = first_schedule(row.records[lab].lab);
  for (const CheckSummary* check : cause.checks)
    if (check->replay == schedule && !schedule.empty()) return story->second;
  return "";
}

std::string card_of(const ClassState& state, const StudentRow& row, std::size_t lab,
                    const FailureGroup& cause, const std::string& id,
                    std::size_t number) {
  std::string text = fmt::format(
      "<section class=\"card\" id=\"{}\"><h3>Cause {}</h3>\n<p class=\"cost\">Costs you {} "
      "points in {}.</p>\n{}",
      id, number, points_text(lost_in(cause.checks)),
      counted(cause.checks.size(), "check", "checks"), cause.html);
  if (const std::string story = story_of(state, row, lab, cause); !story.empty())
    text += "<interleaving-player><script type=\"application/json\">" + story +
            "</script></interleaving-player>\n";
  return text + "</section>\n";
}

std::string commands_for(const ClassState& state, const Lab& lab,
                         const CheckSummary& check) {
  std::string text = fmt::format("./gridlock check {} --seed {} --only {}\n", lab.number,
                                 state.manifest.seed, nlohmann::json(check.name).dump());
  if (!check.replay.empty())
    text += fmt::format("./gridlock trace {} --out steps.html --schedule '{}'\n",
                        lab.number, check.replay);
  return text;
}

/// The folded commands that show all causes again.
std::string commands_html(const ClassState& state, const Lab& lab,
                          const std::vector<FailureGroup>& causes) {
  if (causes.empty()) return "";
  std::string text;
  for (std::size_t i = 0; i < causes.size(); ++i)
    text += fmt::format("# Cause {}\n{}", i + 1,
                        commands_for(state, lab, *causes[i].checks.front()));
  return fmt::format(
      "<details><summary>Commands that repeat this at home</summary><p>Have the file that "
      "you handed in at <code>labs/{}/{}</code> and run them: <code>check</code> judges it "
      "again, with the class&rsquo;s seed, and <code>trace</code> makes "
      "<code>steps.html</code>, a page to step through.</p><pre>{}</pre></details>\n",
      escaped(lab.id), escaped(lab.submission_name), escaped(text));
}

/// How the course changes the lab's points, beyond the checks.
std::string course_html(const ClassState& state, const StudentRow& row, std::size_t lab) {
  std::string text;
  if (row.fixed[lab])
    text += fmt::format("<p>Set by the instructor: {}</p>\n",
                        escaped(row.fixed[lab]->reason));
  else if (!row.days_late.empty() && row.days_late[lab] > 0 &&
           state.course.late_per_day > 0)
    text += fmt::format("<p>{} late: {} % less.</p>\n",
                        counted(static_cast<unsigned>(row.days_late[lab]), "day", "days"),
                        std::min(100, row.days_late[lab] * state.course.late_per_day));
  if (row.dropped.contains(lab))
    text += "<p>Your lowest points, which do not count.</p>\n";
  return text;
}

std::string section_of_lab(const ClassState& state, const StudentRow& row,
                           std::size_t lab, std::set<std::string>& told) {
  const Lab& of = state.labs[lab];
  const Record& record = row.records[lab];
  const auto points = row.points(lab);
  std::string text =
      fmt::format("<h2>Lab {}: {} <small>{}/{}</small></h2>\n", escaped(of.number),
                  escaped(of.title), points ? points_text(*points) : "-", of.points) +
      course_html(state, row, lab);
  if (record.status != RecordStatus::graded)
    return text +
           fmt::format("<p>{}</p>\n",
                       escaped(record.why.empty() ? std::string(name(record.status))
                                                  : record.why));
  for (const std::string& why : record.lab.look_at)
    text += fmt::format("<p>Look at this by hand. {}</p>\n", escaped(why));
  const std::vector<FailureGroup> causes = causes_of(state, row, lab, told);
  const std::string anchor = fmt::format("lab{}-cause", of.number);
  std::string cards;
  for (std::size_t i = 0; i < causes.size(); ++i)
    cards += card_of(state, row, lab, causes[i], anchor + std::to_string(i + 1), i + 1);
  // What stopped everything, such as a compiler's error, comes before what it stopped.
  const bool stops_all = causes.size() == 1 &&
                         causes.front().checks.size() == record.lab.each_check().size();
  text += stops_all ? cards + parts_html(of, record, {}, anchor)
                    : parts_html(of, record, causes, anchor) + cards;
  return text + commands_html(state, of, causes);
}

}  // namespace

std::vector<FailureGroup> causes_of(const ClassState& state, const StudentRow& row,
                                    std::size_t lab, std::set<std::string>& told) {
  const Lab& of = state.labs[lab];
  const LabSummary& result = row.records[lab].lab;
  std::vector<FailureGroup> causes;
  std::map<std::pair<Verdict, std::string>, std::size_t> known;
  for (const CheckSummary* check : result.each_check()) {
    if (!check->has_failed() || check->hidden || result.not_begun.contains(check->part))
      continue;
    const auto& [id, message] = std::tie(check->finding.cause_id, check->finding.message);
    const auto [place, is_new] = known.emplace(
        std::pair(check->verdict, id.empty() ? message : id), causes.size());
    if (is_new) causes.emplace_back();
    causes[place->second].checks.push_back(check);
  }
  std::ranges::stable_sort(causes, std::greater(), [](const FailureGroup& cause) {
    return lost_in(cause.checks);
  });
  const std::string code = row.code.size() > lab ? row.code[lab] : "";
  for (FailureGroup& cause : causes) {
    std::string task;
    for (const CheckSummary* check : cause.checks)
      if (!check->sentence.empty() && told.insert(check->sentence).second)
        task += fmt::format("{}&ldquo;{}&rdquo;", task.empty() ? "The task: " : "<br>\n",
                            escaped(check->sentence));
    cause.html = finding_html(*cause.checks.front(), of, code, told);
    if (!task.empty()) cause.html += "<blockquote>" + task + "</blockquote>\n";
  }
  return causes;
}

std::string student_page(const ClassState& state, const StudentRow& row) {
  std::string text;
  if (const auto total = row.total(); total && state.labs.size() > 1)
    text += fmt::format("<p>All labs: {} of {} points</p>\n", points_text(*total),
                        state.points());
  std::set<std::string> told;
  for (std::size_t i = 0; i < state.labs.size(); ++i)
    text += section_of_lab(state, row, i, told);
  std::vector<std::string> scripts;
  if (contains(text, "<interleaving-player>")) {
    scripts.push_back(state.player);
    text += "<script>" + state.player + "</script>\n";
  }
  return page_head(row.spoken_name() + ": " + titles_of(state), scripts) + text +
         "</body></html>\n";
}

}  // namespace gridlock
