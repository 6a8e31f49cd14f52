#include "checker/record.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridlock {

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
  return *std::min_element(
      runs.begin(), runs.end(),
      [&](const CheckRun& a, const CheckRun& b) { return rank(a) < rank(b); });
}

bool CheckResult::is_broken() const {
  return std::any_of(runs.begin(), runs.end(), [](const CheckRun& run) {
    return run.verdict == Verdict::grader_error;
  });
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
  return static_cast<std::size_t>(
      std::count_if(checks.begin(), checks.end(),
                    [](const CheckResult& check) { return check.is_broken(); }));
}

int LabResult::max_score() const {
  int sum = 0;
  for (const CheckResult& check : checks) sum += check.max_points;
  return sum;
}

bool LabResult::has_not_begun(const std::string& part) const {
  return std::find(not_begun.begin(), not_begun.end(), part) != not_begun.end();
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
