/// Asynchronous copies that are part of a barrier's phase; see device/async_copy.h.
///
/// A copy lasts as long as possible: until the first wait for the phase returns.
#pragma once

#include <cstdint>

#include "sim/device/async_copy.h"

namespace gridlock::sim {

/// Assigns the last copy that the running thread issued to this phase of the barrier.
void leave_copy_to(const void* barrier, std::uint32_t phase);

/// Called before the running thread arrives.  Its copies will end before any wait for the
/// phase returns.
void arrives_with_copies(const void* barrier);

/// Completes the copies of the first `phases` phases.  Called just before the end of a
/// wait that has seen these phases end.
void end_copies(const void* barrier, std::uint32_t phases, std::uint64_t pc);

}  // namespace gridlock::sim
