// The class's records in the formats of other programs.
#include <fmt/format.h>

#include <algorithm>
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
std::string told(const ClassState& state, const Lab& lab, const ordered_json& check) {
  if (check.at("verdict") == "passed") return "";
  if (check.contains("hidden")) return "One of the checks that you do not have.";
  std::string text = check.at("verdict").get<std::string>();
  if (check.contains("finding"))
    text += ": " + check.at("finding").at("message").get<std::string>();
  if (check.contains("failures"))
    for (const auto& failure : check.at("failures"))
      text += "\n" + failure.at("message").get<std::string>();
  return sanitize_text(fmt::format("{}\nAt home: ./gridlock check {} --seed {} --only {}",
                                   text, lab.number, state.manifest.seed,
                                   ordered_json(check.at("name")).dump()));
}

/// The result of a check as HTML, for Gradescope; a cause is described only at its first
/// check.
std::string told_html(const ClassState& state, const Lab& lab, const ordered_json& check,
                      const std::vector<FailureGroup>& causes) {
  if (check.at("verdict") == "passed") return "";
  if (check.contains("hidden")) return "One of the checks that you do not have.";
  for (const FailureGroup& cause : causes) {
    const auto found = std::find(cause.checks.begin(), cause.checks.end(), &check);
    if (found == cause.checks.end()) continue;
    const ordered_json& first = *cause.checks.front();
    if (&first != &check)
      return fmt::format("The same cause as in {}: {}", escaped(text_in(first, "part")),
                         escaped(text_in(first, "name")));
    return cause.html +
           fmt::format(
               "<p>At home:</p><pre>{}</pre>",
               escaped(fmt::format("./gridlock check {} --seed {} --only {}", lab.number,
                                   state.manifest.seed, check.at("name").dump())));
  }
  return "Not begun.";  // Every other failure has a cause.
}

ordered_json points_json(std::optional<int> points) {
  return points ? ordered_json(*points) : ordered_json(nullptr);
}

ordered_json lab_json(const ClassState& state, const StudentRow& row, std::size_t index) {
  const Record& record = row.records[index];
  ordered_json json{{"lab", state.labs[index].id},
                    {"status", name(record.status)},
                    {"points", points_json(row.points(index))},
                    {"max_points", state.labs[index].points}};
  if (!record.why.empty()) json["why"] = record.why;
  if (row.fixed[index]) json["set_because"] = row.fixed[index]->reason;
  return json;
}

ordered_json row_json(const ClassState& state, const StudentRow& row) {
  ordered_json json{{"id", row.work.id},
                    {"student", row.work.student},
                    {"late", row.work.is_late},
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
                       {"score", row.points(i).value_or(0)},
                       {"max_score", lab.points},
                       {"output", row.fixed[i] ? row.fixed[i]->reason : record.why}});
      continue;
    }
    std::set<std::string> said;
    const std::vector<FailureGroup> causes = causes_of(state, row, i, said);
    for (const ordered_json* check : checks_of(record.result))
      if (decides(*check))
        tests.push_back(
            {{"name", check->at("name")},
             {"number", check->at("part")},
             {"score", check->at("points")},
             {"max_score", check->at("max_points")},
             {"status", check->at("verdict") == "passed" ? "passed" : "failed"},
             {"visibility", check->contains("hidden") ? "after_published" : "visible"},
             {"output_format", "html"},
             {"output", told_html(state, lab, *check, causes)}});
  }
  ordered_json json{{"tests", std::move(tests)}};
  if (const auto total = row.total()) json["score"] = *total;
  if (!row.total())
    json["output"] = "The grader failed on this machine; it will be run again.";
  return json;
}

ordered_json classroom_json(const ClassState& state, const StudentRow& row) {
  ordered_json json = row_json(state, row);
  int most = 0;
  for (const Lab& lab : state.labs) most += lab.points;
  json["max_points"] = most;
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
      for (const auto& check : record.result.at("checks")) {
        pugi::xml_node test = suite.append_child("testcase");
        test.append_attribute("name") = check.at("name").get<std::string>().c_str();
        test.append_attribute("classname") =
            check.at("executor").get<std::string>().c_str();
        if (check.at("verdict") == "skipped")
          test.append_child("skipped");
        else if (check.at("verdict") != "passed")
          test.append_child("failure").append_attribute("message") =
              told(state, state.labs[i], check).c_str();
      }
    }
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

}  // namespace gridlock
