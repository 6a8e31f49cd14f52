/// How an exploration of a program goes on after a failure.
///
/// A race ends its execution, because what happens after it may be its consequence.  To
/// find other races, later schedules go on after the known ones.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "sim/run/program_child.h"

namespace gridlock::sim {

class AfterFailure {
 public:
  explicit AfterFailure(const Exploration& how) : how_(how) {}

  bool have_begun() const { return begun_; }
  /// The options, extended so that reported races do not end the execution.
  ExecutionOptions passing(ExecutionOptions options) const {
    if (known_) options.known_races = known_;
    return options;
  }
  /// From now on, this race does not end an execution either.
  void pass(const Reported& race);
  /// How many races a replay must pass to reach the end of this execution.
  std::uint64_t races_in(const ChildReport& report) const;
  /// Whether the program's results need not be reported any more: they may follow from
  /// the failure.
  bool explain_results() const { return begun_ && !how_.keep_consequences; }
  /// Whether a report may follow from a race in the same execution, or only says that the
  /// lines of that race also race by the letter of the rules.
  bool explains(const ChildReport& report, const Reported& reported) const;
  /// Whether this race, or the same one with its accesses exchanged, has been reported.
  bool has_told(const Reported& race) const {
    return known_ && known_->count(race.key) != 0;
  }
  /// Records a reported failure.  Returns whether later schedules run with other options.
  bool note(const Reported& failure);
  /// Counts a schedule and its steps.  Returns whether the exploration ends.
  bool are_enough(std::uint64_t steps);

 private:
  const Exploration& how_;
  std::shared_ptr<const std::set<std::string>> known_;
  bool begun_ = false;
  bool are_slow_ = false;
  std::uint64_t in_vain_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace gridlock::sim
