#include "cli/cures/curable.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "report/failure_text.h"

namespace gridlock {
namespace {

/// Whether the unordered accesses belong to different tasks (kernels, copies, the host),
/// which only calls of the host can order.
bool is_between_tasks(const CheckRun& run) {
  std::vector<std::uint64_t> kernels;  // 0 is the host and its copies.
  for (const auto& step : run.finding ? run.finding->interleaving : run.interleaving)
    if (step.access.racing) kernels.push_back(step.access.kernel);
  if (run.finding && kernels.empty())
    for (const PlacedAccess& placed : run.finding->accesses)
      kernels.push_back(placed.access.kernel);
  return kernels.size() == 2 && (kernels[0] != kernels[1] || kernels[0] == 0);
}

/// Whether an order is missing in a kernel: accesses are unordered, or only some
/// schedules fail.
bool lacks_order(const CheckRun& run) {
  if (is_between_tasks(run)) return false;
  if (run.verdict == Verdict::data_race || run.verdict == Verdict::stale_value)
    return run.finding.has_value();
  return (run.verdict == Verdict::wrong_result || run.verdict == Verdict::deadlock) &&
         !run.in_any_schedule && !run.interleaving.empty();
}

/// Whether the run names the two accesses that lack an order.
bool names_a_race(const CheckRun& run) {
  return run.finding ||
         std::ranges::any_of(run.interleaving,
                             [](const PlacedAccess& step) { return step.access.racing; });
}

}  // namespace

const CheckRun* unordered_run(const CheckResult& check) {
  for (const CheckRun& run : check.runs)
    if (run.executor == ExecutorKind::sim && lacks_order(run)) return &run;
  return nullptr;
}

const CheckResult* curable_check(const LabResult& result) {
  const CheckResult* first = first_to_repair(result);
  if (first && !unordered_run(*first)) first = nullptr;
  if (first && names_a_race(*unordered_run(*first))) return first;
  // A wrong result says less about its cause than a race that another check found.
  for (const CheckResult& check : result.checks) {
    const CheckRun* run = result.has_begun(check) ? unordered_run(check) : nullptr;
    if (!run) continue;
    if (names_a_race(*run)) return &check;
    if (!first) first = &check;
  }
  return first;
}

bool offers_cure(const LabResult& result) {
  const CheckResult* first = first_to_repair(result);
  const CheckResult* curable = curable_check(result);
  return first && unordered_run(*first) && names_a_race(*unordered_run(*curable));
}

}  // namespace gridlock
