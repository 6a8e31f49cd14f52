#include "report/junit.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "report/failure_text.h"
#include "report/finding_text.h"
#include "report/trace_text.h"

namespace gridlock {
namespace {

struct Counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
};

std::string message_of(const CheckRun& run) {
  if (run.finding) return one_line(run.finding->message);
  if (!run.message.empty()) return one_line(run.message);
  if (!run.failures.empty() && !run.failures.front().info.empty())
    return one_line(run.failures.front().info.front());
  return std::string(meaning(run.verdict));
}

std::string details_of(const CheckRun& run) {
  const Look look{.columns = 100};
  std::string text;
  if (run.finding)
    text += one_line(run.finding->message) + "\n" + finding_text(look, 2, *run.finding);
  text += interleaving_text(look, 0, run.interleaving, 24, "");
  if (!run.replay.empty()) text += "replay: " + run.replay + "\n";
  return text;
}

void add_verdict(pugi::xml_node test, const CheckRun& run, Counts& counts) {
  if (run.verdict == Verdict::passed) return;
  const std::string_view kind = label(run.verdict);
  const bool hang = kind == "HANG";
  const bool error = hang || run.verdict == Verdict::grader_error;
  const char* element = kind == "skip" ? "skipped" : error ? "error" : "failure";
  (kind == "skip" ? counts.skipped : error ? counts.errors : counts.failures) += 1;
  pugi::xml_node node = test.append_child(element);
  node.append_attribute("message") =
      fmt::format("{}: {}", name(run.verdict), message_of(run)).c_str();
  if (kind != "skip")
    node.append_attribute("type") =
        hang ? "timeout" : std::string(name(run.verdict)).c_str();
  if (const std::string details = details_of(run); !details.empty())
    node.text() = details.c_str();
}

void add_counts(pugi::xml_node node, const Counts& counts, double seconds) {
  node.append_attribute("tests") = counts.tests;
  node.append_attribute("failures") = counts.failures;
  node.append_attribute("errors") = counts.errors;
  node.append_attribute("skipped") = counts.skipped;
  node.append_attribute("time") = fmt::format("{:.3f}", seconds).c_str();
}

}  // namespace

std::string junit_xml(const GradeResult& result) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  root.append_attribute("name") = "gridlock";
  for (const LabResult& lab : result.labs) {
    pugi::xml_node suite = root.append_child("testsuite");
    suite.append_attribute("name") = lab.lab.c_str();
    Counts counts;
    for (const CheckResult& check : lab.checks)
      for (const CheckRun& run : check.runs) {
        pugi::xml_node test = suite.append_child("testcase");
        const char* executor = run.executor == ExecutorKind::sim ? "sim" : "gpu";
        test.append_attribute("name") =
            fmt::format("{} ({})", one_line(check.title), executor).c_str();
        test.append_attribute("classname") =
            fmt::format("{}.{}", lab.lab, check.part).c_str();
        test.append_attribute("time") = fmt::format("{:.3f}", run.seconds).c_str();
        ++counts.tests;
        add_verdict(test, run, counts);
      }
    add_counts(suite, counts, lab.seconds);
  }
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace gridlock
