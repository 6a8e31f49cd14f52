/// Fences, and the memory orders that an execution weakens to find out what needs them.
#pragma once

#include <cstdint>

#include "sim/execution/turns.h"

namespace gridlock::sim {

class Fences {
 public:
  Fences(Execution& run, LatestAccess& latest, Turns& turns)
      : run_(run), latest_(latest), turns_(turns) {}

  /// Begins an execution.
  void begin() { uses_.clear(); }
  void fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc);
  /// Records a fence, or an operation with a memory order.  If this execution weakens it,
  /// narrows its scope, or returns false if it is left out altogether.
  bool weaken(std::uint64_t pc, const char* name, bool is_fence, MemoryScope* scope);
  /// The executed fences, if they were to be recorded.
  const FenceUses& uses() const { return uses_; }

 private:
  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  FenceUses uses_;
};

}  // namespace gridlock::sim
