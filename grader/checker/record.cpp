#include "checker/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "checker/lab/labs.h"
#include "wording/words.h"

namespace gridlock {

std::string place_id(const PlacedFinding& finding) {
  // In a hang, the host's wait belongs to the check and not to the mistake.
  const auto is_hosts_wait = [&](const PlacedAccess& placed) {
    const auto verdict = verdict_from_name(finding.kind);
    return verdict && is_stuck(*verdict) && placed.access.host &&
           placed.access.stream < 0;
  };
  const bool by_host_alone = std::ranges::all_of(finding.accesses, is_hosts_wait);
  std::set<std::string> places;
  for (const PlacedAccess& access : finding.accesses)
    if (by_host_alone || !is_hosts_wait(access))
      places.insert(fmt::format("{}:{}", access.place.file, access.place.line));
  if (places.empty()) places.insert(finding.message);
  return fmt::format("{} {}", finding.kind, fmt::join(places, " "));
}

namespace {

/// The constant or function that the text begins with: "kRecordThere", "sendQueue()";
/// "" if it begins with a word of English.
std::string_view leading_name(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  const bool is_code =
      word.ends_with("()") || std::ranges::any_of(word, [&](const char& letter) {
        return &letter != word.data() && letter >= 'A' && letter <= 'Z';
      });
  return is_code ? word : "";
}

}  // namespace

std::string cause_id(const PlacedFinding& finding) {
  if (finding.cause.is_named()) return finding.kind + " " + lacks(finding.cause);
  // Each check has lines of its own in the lab's code, whatever the mistake.
  std::set<std::string> places;
  const auto add = [&](const SourceLine& place) {
    if (place.line != 0 && place.file != kScenariosFile)
      places.insert(fmt::format("{}:{}", place.file, place.line));
  };
  for (const SourceLine& place : finding.blamed) add(place);
  if (places.empty())
    for (const PlacedAccess& access : finding.accesses) add(access.place);
  if (!finding.lacking.empty()) places.insert(finding.lacking.front().type());
  return places.empty() ? place_id(finding)
                        : fmt::format("{} {}", finding.kind, fmt::join(places, " "));
}

std::string cause_id(const CheckRun& run) {
  if (run.finding) return cause_id(*run.finding);
  if (run.failures.empty()) return std::string(name(run.verdict));
  const FailedAssertion& failure = run.failures.front();
  return fmt::format("{} {} {}", name(run.verdict),
                     failure.expression.empty()
                         ? fmt::format("{}:{}", failure.file, failure.line)
                         : failure.expression,
                     leading_name(complaint_of(run, failure)));
}

std::string complaint_of(const CheckRun& run, const FailedAssertion& failure) {
  std::string text;
  for (std::size_t i = 0; i < failure.info.size(); ++i) {
    const bool is_context = i < run.context.size() && failure.info[i] == run.context[i];
    if (is_context) continue;
    text.append(text.empty() ? "" : "; ").append(failure.info[i]);
  }
  if (text.empty())
    text = fmt::format("expected {}, got {}", failure.expression, failure.expanded);
  return text;
}

About about_of(const CheckRun& run) {
  return run.failures.empty() ? About{} : run.failures.front().about;
}

std::string complaints_of(const CheckRun& run) {
  std::string text;
  for (const FailedAssertion& failure : run.failures)
    text += " " + complaint_of(run, failure);
  return text;
}

const CheckRun& CheckResult::deciding_run() const {
  const auto rank = [](const CheckRun& run) {
    if (run.verdict == Verdict::skipped) return 3;
    if (run.verdict == Verdict::passed) return 2;
    return run.verdict == Verdict::grader_error ? 1 : 0;
  };
  return *std::ranges::min_element(runs, {}, rank);
}

bool CheckResult::is_broken() const {
  return std::ranges::find(runs, Verdict::grader_error, &CheckRun::verdict) != runs.end();
}

std::optional<int> LabResult::score() const {
  int sum = 0;
  for (const CheckResult& check : checks) {
    if (!check.points) return std::nullopt;
    sum += *check.points;
  }
  return sum;
}

std::size_t LabResult::broken_checks() const {
  return static_cast<std::size_t>(std::ranges::count_if(checks, &CheckResult::is_broken));
}

int LabResult::max_score() const {
  int sum = 0;
  for (const CheckResult& check : checks) sum += check.max_points;
  return sum;
}

bool LabResult::has_not_begun(const std::string& part) const {
  return std::ranges::find(not_begun, part) != not_begun.end();
}

Verdict LabResult::verdict() const {
  Verdict worst = Verdict::passed;
  for (const CheckResult& check : checks)
    for (const CheckRun& run : check.runs)
      if (run.verdict != Verdict::skipped) worst = worse(worst, run.verdict);
  return worst;
}

int GradeResult::exit_code() const {
  if (interrupted) return 130;
  bool failed = false;
  bool broken = false;
  for (const LabResult& lab : labs)
    for (const CheckResult& check : lab.checks)
      for (const CheckRun& run : check.runs) {
        broken |= run.verdict == Verdict::grader_error;
        failed |= run.counts() && run.verdict != Verdict::passed;
      }
  return broken ? 3 : failed ? 1 : 0;
}

}  // namespace gridlock
