// The class's records in the formats of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "class/html.h"
#include "class/report.h"
#include "common/text.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

/// The result of a check for its student: what was found, and how to see it again.
std::string told(const ClassState& state, const Lab& lab, const CheckSummary& check) {
  if (check.verdict == Verdict::passed) return "";
  if (check.hidden) return "One of the checks that you do not have.";
  std::string text(name(check.verdict));
  if (!check.finding.message.empty()) text += ": " + check.finding.message;
  for (const FindingSummary& failure : check.failures) text += "\n" + failure.message;
  return sanitize_text(fmt::format("{}\nAt home: ./gridlock check {} --seed {} --only {}",
                                   text, lab.number, state.manifest.seed,
                                   ordered_json(check.name).dump()));
}

/// The result of a check as HTML, for Gradescope; a cause is described only at its first
/// check.
std::string told_html(const ClassState& state, const Lab& lab, const CheckSummary& check,
                      const std::vector<FailureGroup>& causes) {
  if (check.verdict == Verdict::passed) return "";
  if (check.hidden) return "One of the checks that you do not have.";
  for (const FailureGroup& cause : causes) {
    const auto found = std::ranges::find(cause.checks, &check);
    if (found == cause.checks.end()) continue;
    const CheckSummary& first = *cause.checks.front();
    if (&first != &check)
      return fmt::format("The same cause as in {}: {}", escaped(first.part),
                         escaped(first.name));
    return cause.html +
           fmt::format("<p>At home:</p><pre>{}</pre>",
                       escaped(fmt::format("./gridlock check {} --seed {} --only {}",
                                           lab.number, state.manifest.seed,
                                           ordered_json(check.name).dump())));
  }
  return "Not begun.";  // Every other failure has a cause.
}

ordered_json points_json(double points) {
  if (points != std::floor(points)) return points;
  return static_cast<std::int64_t>(points);
}

ordered_json points_json(std::optional<double> points) {
  return points ? points_json(*points) : ordered_json(nullptr);
}

int days_late_in(const StudentRow& row, std::size_t lab) {
  return row.days_late.empty() ? 0 : row.days_late[lab];
}

ordered_json lab_json(const ClassState& state, const StudentRow& row, std::size_t index) {
  const Record& record = row.records[index];
  ordered_json json{{"lab", state.labs[index].id},
                    {"status", name(record.status)},
                    {"points", points_json(row.points(index))},
                    {"max_points", state.labs[index].points},
                    {"days_late", days_late_in(row, index)}};
  if (!record.why.empty()) json["why"] = record.why;
  if (row.fixed[index]) json["set_because"] = row.fixed[index]->reason;
  return json;
}

ordered_json row_json(const ClassState& state, const StudentRow& row) {
  // Work is late by the platform's mark or by a deadline in course.toml.  An extension
  // that was met excuses the mark.
  const bool is_late =
      std::ranges::any_of(row.days_late, [](int days) { return days > 0; });
  ordered_json json{{"id", row.work.id},
                    {"student", row.work.student},
                    {"name", row.name()},
                    {"late", is_late},
                    {"points", points_json(row.total())},
                    {"labs", ordered_json::array()}};
  for (std::size_t i = 0; i < state.labs.size(); ++i)
    json["labs"].push_back(lab_json(state, row, i));
  return json;
}

}  // namespace

ordered_json merged_json(const ClassState& state) {
  ordered_json json{{"schema", "gridlock/class-merged/v1"},
                    {"labs", state.manifest.labs},
                    {"on", state.manifest.on},
                    {"seed", state.manifest.seed},
                    {"students", ordered_json::array()},
                    {"open", state.open()}};
  for (const StudentRow& row : state.rows)
    json["students"].push_back(row_json(state, row));
  return json;
}

ordered_json gradescope_json(const ClassState& state, const StudentRow& row) {
  ordered_json tests = ordered_json::array();
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    const Lab& lab = state.labs[i];
    const Record& record = row.records[i];
    if (record.status != RecordStatus::graded || row.fixed[i]) {
      tests.push_back({{"name", "Lab " + lab.number},
                       {"score", points_json(row.points(i).value_or(0))},
                       {"max_score", lab.points},
                       {"output", row.fixed[i] ? row.fixed[i]->reason : record.why}});
      continue;
    }
    std::set<std::string> said;
    const std::vector<FailureGroup> causes = causes_of(state, row, i, said);
    for (const CheckSummary* check : record.lab.each_check())
      if (check->decides())
        tests.push_back(
            {{"name", check->name},
             {"number", check->part},
             {"score", points_json(check->points)},
             {"max_score", points_json(check->max_points)},
             {"status", check->verdict == Verdict::passed ? "passed" : "failed"},
             {"visibility", check->hidden ? "after_published" : "visible"},
             {"output_format", "html"},
             {"output", told_html(state, lab, *check, causes)}});
  }
  ordered_json json{{"tests", std::move(tests)}};
  if (const auto total = row.total()) json["score"] = points_json(*total);
  if (!row.total())
    json["output"] = "The grader failed on this machine; it will be run again.";
  return json;
}

ordered_json classroom_json(const ClassState& state, const StudentRow& row) {
  ordered_json json = row_json(state, row);
  json["max_points"] = state.points();
  return json;
}

std::string class_junit(const ClassState& state) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  for (const StudentRow& row : state.rows)
    for (std::size_t i = 0; i < state.labs.size(); ++i) {
      pugi::xml_node suite = suites.append_child("testsuite");
      suite.append_attribute("name") =
          (row.work.student + " " + state.labs[i].id).c_str();
      const Record& record = row.records[i];
      if (record.status != RecordStatus::graded) {
        pugi::xml_node test = suite.append_child("testcase");
        test.append_attribute("name") = std::string(name(record.status)).c_str();
        const bool is_fault = record.status != RecordStatus::not_handed;
        test.append_child(is_fault ? "error" : "failure").append_attribute("message") =
            record.why.c_str();
        continue;
      }
      for (const CheckSummary& check : record.lab.checks) {
        pugi::xml_node test = suite.append_child("testcase");
        test.append_attribute("name") = check.name.c_str();
        test.append_attribute("classname") = check.executor.c_str();
        if (check.verdict == Verdict::skipped)
          test.append_child("skipped");
        else if (check.has_failed())
          test.append_child("failure").append_attribute("message") =
              told(state, state.labs[i], check).c_str();
      }
    }
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

}  // namespace gridlock
