/// Asynchronous copies that are part of a barrier's phase; see device/async_copy.h.
///
/// They take as long as they can: until the first wait for the phase returns.
#pragma once

#include <cstdint>

#include "sim/device/async_copy.h"

namespace gridlock::sim {

/// The copy that the running thread has begun last belongs to this phase of the barrier.
void leave_copy_to(const void* barrier, std::uint32_t phase);

/// The running thread is about to arrive: a waiter for the phase is ordered after its
/// copies.
void arrives_with_copies(const void* barrier);

/// A wait returns that saw this many phases end: their copies have ended, too.
void end_copies(const void* barrier, std::uint32_t phases, std::uint64_t pc);

}  // namespace gridlock::sim
