/// Races of plain reads whose value is only proposed to a compare-and-swap.
///
/// In CUDA's guides, a loop that updates a word atomically begins with such a read.  It
/// is a data race by the letter of the rules.  But an old value only makes the first
/// compare-and-swap fail, so the race is reported as advice, unless some schedule uses
/// the value otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "sim/run/after_failure.h"

namespace gridlock::sim {

class Proposals {
 public:
  struct Race {
    ExecutionOptions options;  ///< The schedule that showed the race.
    Reported reported;
    std::uint64_t accesses = 0;  ///< The number of accesses of that schedule.
  };

  /// The options, extended so that the execution watches the held races' reads.
  ExecutionOptions watching(ExecutionOptions options) const;
  /// Holds the race if the same schedule, continued past the race, only proposes the
  /// value read.  From then on `after_failure` passes the race.
  bool take(const Race& race, AfterFailure& after_failure,
            const std::function<ChildReport(const ExecutionOptions&)>& run);
  /// The held races whose read values the later execution used otherwise.  They are no
  /// longer held, and must be reported.
  std::vector<Race> refuted_by(const ChildReport& report);
  const std::map<std::uint64_t, Race>& held() const { return held_; }

 private:
  std::map<std::uint64_t, Race> held_;  ///< Indexed by program counter of the read.
  std::set<std::uint64_t> refused_;     ///< Reads with values that were used otherwise.
};

}  // namespace gridlock::sim
