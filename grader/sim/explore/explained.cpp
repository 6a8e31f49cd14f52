#include "sim/explore/explained.h"

#include <optional>

namespace gridlock::sim {

namespace {

constexpr std::uint64_t kAccessesMax = 200'000;

/// The race with its two accesses in the other order, where the read is a wait; nothing
/// if none of the first schedules shows it.
std::optional<Finding> shown_as_a_wait(ExecutionOptions options, const Reported& race,
                                       const RunAgain& run) {
  options.choices.reset();
  options.branch = nullptr;
  options.switch_at_plain = false;
  options.record = true;
  for (options.number = 0; options.number < kFixedPolicies; ++options.number)
    for (const Reported& report : run(options))
      if (report.waits && report.key == race.other_way_round) return report.finding;
  return std::nullopt;
}

}  // namespace

Finding explained(const ExecutionOptions& options, const Reported& found,
                  std::uint64_t accesses, const RunAgain& run,
                  std::set<std::string>& keys) {
  if (!found.other_way_round.empty() && accesses <= kAccessesMax)
    if (const auto wait = shown_as_a_wait(options, found, run)) {
      keys.insert(found.other_way_round);
      return *wait;
    }
  ExecutionOptions again = options;
  again.record = true;
  // Faults have no history, and the history of an execution that takes too long says
  // nothing.
  if (!found.fault && found.finding.kind != FindingKind(Verdict::timeout))
    for (const Reported& report : run(again))
      if (report.key == found.key) return report.finding;
  Finding unexplained = found.finding;
  unexplained.schedule = token_of(options);
  return unexplained;
}

}  // namespace gridlock::sim
