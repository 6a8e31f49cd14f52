/// Races of a plain read that is only proposed to a compare-and-swap.
///
/// Guides begin a loop that updates a word in one step with such a read.  By the letter
/// of the rules it is a data race.  But an old value only makes the first swap fail, so
/// that it is advice, unless any schedule shows the value used otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "sim/run/further.h"

namespace gridlock::sim {

class Proposals {
 public:
  struct Race {
    ExecutionOptions options;  ///< The schedule that showed it.
    Reported reported;
    std::uint64_t accesses = 0;  ///< Accesses of that schedule.
  };

  /// Makes an execution watch the reads.
  ExecutionOptions watching(ExecutionOptions options) const;
  /// Takes the race if, in the same schedule without an end at it, the value that it
  /// reads is only proposed; from then on `further` passes the race.
  bool take(const Race& race, Further& further,
            const std::function<ChildReport(const ExecutionOptions&)>& run);
  /// The races whose reads a later execution used otherwise: they count after all, and
  /// are no longer held.
  std::vector<Race> refuted_by(const ChildReport& report);
  /// The races that are left.
  const std::map<std::uint64_t, Race>& held() const { return held_; }

 private:
  std::map<std::uint64_t, Race> held_;  ///< Keyed by the program counter of the read.
  std::set<std::uint64_t> refused_;     ///< Reads that are used otherwise.
};

}  // namespace gridlock::sim
