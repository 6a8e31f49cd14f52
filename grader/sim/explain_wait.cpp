#include "sim/explain_wait.h"

namespace gridlock::sim {

namespace {
constexpr std::uint64_t kAccessesMax = 200'000;
}  // namespace

std::optional<Finding> shown_as_a_wait(
    const Reported& race, ExecutionOptions options, std::uint64_t accesses,
    const std::function<std::vector<Reported>(const ExecutionOptions&)>& run) {
  if (race.other_way_round.empty() || accesses > kAccessesMax) return std::nullopt;
  options.choices.reset();
  options.branch = nullptr;
  options.switch_at_plain = false;
  options.record = true;
  for (options.number = 0; options.number < kFixedPolicies; ++options.number)
    for (const Reported& report : run(options))
      if (report.waits && report.key == race.other_way_round) return report.finding;
  return std::nullopt;
}

}  // namespace gridlock::sim
