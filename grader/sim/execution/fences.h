/// Fences and memory orders.  An execution may weaken one of them, to find out what needs
/// it.
#pragma once

#include <cstdint>

#include "sim/execution/turns.h"

namespace gridlock::sim {

class Fences {
 public:
  Fences(Execution& run, LatestAccess& latest, Turns& turns)
      : run_(run), latest_(latest), turns_(turns) {}

  void begin() { uses_.clear(); }
  void fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc);
  /// Records a fence, or an operation with a memory order, if the options ask for it.  If
  /// this execution weakens it, narrows `*scope`, or returns false if no order remains.
  bool weaken(std::uint64_t pc, const char* name, bool is_fence, MemoryScope* scope);
  /// What weaken() has recorded.
  const FenceUses& uses() const { return uses_; }

 private:
  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  FenceUses uses_;
};

}  // namespace gridlock::sim
