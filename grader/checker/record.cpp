#include "checker/record.h"

#include <algorithm>

namespace gridlock {

const CheckRun& CheckResult::deciding_run() const {
  const auto failed = std::find_if(runs.begin(), runs.end(), [](const CheckRun& run) {
    return run.counts() && run.verdict != Verdict::passed;
  });
  if (failed != runs.end()) return *failed;
  const auto ran = std::find_if(runs.begin(), runs.end(),
                                [](const CheckRun& run) { return run.counts(); });
  return ran != runs.end() ? *ran : runs.front();
}

int LabResult::score() const {
  int sum = 0;
  for (const CheckResult& check : checks) sum += check.points;
  return sum;
}

int LabResult::max_score() const {
  int sum = 0;
  for (const CheckResult& check : checks) sum += check.max_points;
  return sum;
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
