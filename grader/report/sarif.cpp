#include "report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/text.h"
#include "report/finding_text.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

std::string rule_meaning(const std::string& kind) {
  if (const auto verdict = verdict_from_name(kind)) return std::string(meaning(*verdict));
  if (const auto advice = advice_from_name(kind)) return std::string(meaning(*advice));
  return kind;
}

/// A path as the path of a URI, percent-encoded where necessary.
std::string uri_of(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string uri;
  for (const unsigned char c : path)
    if (std::isalnum(c) || kPlain.find(static_cast<char>(c)) != kPlain.npos)
      uri += static_cast<char>(c);
    else
      uri += fmt::format("%{:02X}", c);
  const bool absolute = !path.empty() && path.front() == '/';
  return absolute ? "file://" + uri : uri;
}

class Sarif {
 public:
  explicit Sarif(std::string main_file)
      : main_file_(std::move(main_file)),
        main_name_(std::filesystem::path(main_file_).filename().string()) {}

  void add(const PlacedFinding& finding, const char* level,
           const std::vector<PlacedAccess>& steps, const std::string& reason = "") {
    ordered_json result{
        {"ruleId", finding.kind},
        {"ruleIndex", rule(finding.kind)},
        {"level", level},
        {"message", text(one_line(finding.message + "  " + finding.missing))}};
    result["locations"] = ordered_json::array();
    // The later of two racing accesses is where the race shows.
    for (auto at = finding.accesses.rbegin(); at != finding.accesses.rend(); ++at)
      if (at->place.line != 0 && result["locations"].empty())
        result["locations"].push_back({{"physicalLocation", physical(at->place)}});
    std::size_t id = 0;
    for (const PlacedAccess& access : finding.accesses)
      if (access.place.line != 0) {
        ordered_json related = location(access);
        related["id"] = id++;
        result["relatedLocations"].push_back(std::move(related));
      }
    if (ordered_json flows = thread_flows(steps); !flows.empty())
      result["codeFlows"].push_back({{"threadFlows", std::move(flows)}});
    if (!reason.empty())
      result["suppressions"].push_back(
          {{"kind", "external"}, {"justification", sanitize_text(reason)}});
    if (!finding.replay.empty()) result["properties"] = {{"replay", finding.replay}};
    results_.push_back(std::move(result));
  }

  void add(Verdict verdict, const std::string& message) {
    const std::string kind(name(verdict));
    ordered_json place{{"artifactLocation", {{"uri", uri_of(main_file_)}}}};
    ordered_json result{{"ruleId", kind},
                        {"ruleIndex", rule(kind)},
                        {"level", verdict == Verdict::skipped ? "note" : "error"},
                        {"message", text(one_line(message))}};
    result["locations"].push_back({{"physicalLocation", std::move(place)}});
    results_.push_back(std::move(result));
  }

  ordered_json log(int exit_code, bool successful) const {
    ordered_json run;
    run["tool"]["driver"] = {{"name", "gridlock"}, {"rules", rules_}};
    run["invocations"].push_back(
        {{"executionSuccessful", successful}, {"exitCode", exit_code}});
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = results_;
    ordered_json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"}};
    log["runs"].push_back(std::move(run));
    return log;
  }

 private:
  static ordered_json text(const std::string& words) {
    return {{"text", sanitize_text(words)}};
  }

  std::size_t rule(const std::string& kind) {
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (rules_[i].at("id") == kind) return i;
    rules_.push_back({{"id", kind}, {"shortDescription", text(rule_meaning(kind))}});
    return rules_.size() - 1;
  }

  ordered_json physical(const SourceLine& place) const {
    const std::string& file = place.file == main_name_ ? main_file_ : place.file;
    ordered_json region{{"startLine", place.line}};
    if (!place.text.empty()) region["snippet"] = text(place.text);
    return {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", std::move(region)}};
  }

  ordered_json location(const PlacedAccess& access) const {
    std::string words = access.access.op;
    if (!access.location.empty()) words += " " + access.location;
    if (!access.note.empty()) words += ", " + access.note;
    return {{"physicalLocation", physical(access.place)},
            {"message", text(fmt::format("{}: {}", actor_of(access.access, false),
                                         one_line(words)))}};
  }

  /// A flow per thread; `executionOrder` gives the order among them.
  ordered_json thread_flows(const std::vector<PlacedAccess>& steps) const {
    ordered_json flows = ordered_json::array();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].place.line == 0) continue;
      const std::string id = actor_of(steps[i].access, true);
      auto flow = std::ranges::find_if(
          flows, [&](const auto& each) { return each.at("id") == id; });
      if (flow == flows.end()) {
        flows.push_back({{"id", id}, {"locations", ordered_json::array()}});
        flow = std::prev(flows.end());
      }
      (*flow)["locations"].push_back(
          {{"location", location(steps[i])}, {"executionOrder", i + 1}});
    }
    return flows;
  }

  std::string main_file_;
  std::string main_name_;
  ordered_json rules_ = ordered_json::array();
  ordered_json results_ = ordered_json::array();
};

}  // namespace

ordered_json sarif_json(const ProgramRecord& record, const std::string& main_file,
                        int exit_code) {
  Sarif sarif(main_file);
  for (std::size_t i = 0; i < record.findings.size(); ++i)
    sarif.add(record.findings[i], "error",
              i == 0 ? record.interleaving : record.findings[i].interleaving);
  if (record.findings.empty() && record.verdict != Verdict::passed)
    sarif.add(record.verdict, record.message.empty()
                                  ? std::string(meaning(record.verdict))
                                  : record.message);
  for (const PlacedFinding& advice : record.advice)
    sarif.add(advice, "warning", advice.interleaving);
  for (const SuppressedFinding& each : record.suppressed)
    sarif.add(each.finding, "note", each.finding.interleaving, each.reason);
  return sarif.log(exit_code,
                   !record.interrupted && record.verdict != Verdict::grader_error);
}

}  // namespace gridlock
