/// How an exploration of a program goes on once something has failed.
///
/// A race ends its execution, because what happens behind it may be its consequence.  To
/// find other races, the schedules that follow pass those that are known.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "sim/run/program_child.h"

namespace gridlock::sim {

class Further {
 public:
  explicit Further(const Exploration& how) : how_(how) {}

  bool have_begun() const { return begun_; }
  /// The options, so that races which have been told do not end the execution.
  ExecutionOptions passing(ExecutionOptions options) const {
    if (known_) options.known_races = known_;
    return options;
  }
  /// From now on this race does not end an execution either.
  void pass(const Reported& race);
  /// How many races a replay has to pass to come to the end of this execution.
  std::uint64_t races_in(const ChildReport& report) const;
  /// Whether the results that a program has now are nothing new.
  bool explain_results() const { return begun_ && !how_.keep_consequences; }
  /// Whether what was reported may follow from a race of the same execution, or is what
  /// the letter of the rules says of that race's lines.
  bool explains(const ChildReport& report, const Reported& reported) const;
  /// Whether this race, or the same the other way round, has been told.
  bool has_told(const Reported& race) const {
    return known_ && known_->count(race.key) != 0;
  }
  /// Notes what has been told; true if schedules run otherwise from now on.
  bool note(const Reported& failure);
  /// To be asked once after each schedule, with its steps: whether the exploration ends.
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
