#include "sim/run/proposals.h"

#include <algorithm>

namespace gridlock::sim {

ExecutionOptions Proposals::watching(ExecutionOptions options) const {
  if (held_.empty()) return options;
  std::set<std::uint64_t> reads;
  for (const auto& [pc, race] : held_) reads.insert(pc);
  options.watched_reads = std::make_shared<const std::set<std::uint64_t>>(reads);
  return options;
}

bool Proposals::take(const Race& race, AfterFailure& after_failure,
                     const std::function<ChildReport(const ExecutionOptions&)>& run) {
  const std::uint64_t read = race.reported.plain_read;
  if (read == 0 || refused_.count(read)) return false;
  if (!held_.count(read)) {
    AfterFailure beyond = after_failure;
    beyond.pass(race.reported);
    ExecutionOptions again = beyond.passing(race.options);
    again.watched_reads = std::make_shared<const std::set<std::uint64_t>>(std::set{read});
    const ChildReport report = run(again);
    if (!std::ranges::count(report.proposed_reads, read) ||
        std::ranges::count(report.other_reads, read)) {
      refused_.insert(read);
      return false;
    }
    held_.emplace(read, race);
  }
  after_failure.pass(race.reported);
  return true;
}

std::vector<Proposals::Race> Proposals::refuted_by(const ChildReport& report) {
  std::vector<Race> refuted;
  for (const std::uint64_t read : report.other_reads)
    if (const auto race = held_.find(read); race != held_.end()) {
      refuted.push_back(race->second);
      refused_.insert(read);
      held_.erase(race);
    }
  return refuted;
}

}  // namespace gridlock::sim
