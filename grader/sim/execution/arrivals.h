/// Arrivals at a barrier of libcu++: each is a read-modify-write of the barrier's state.
#pragma once

#include <cstdint>

#include "protocol/cause.h"
#include "protocol/values.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// The name by which arrivals are recorded.
inline constexpr char kArrival[] = "arrival";

/// The operand of RmwOperation::arrive.  If the phase `stays_open`, the last arrival does
/// not begin the next phase.
std::uint64_t arrival(std::uint64_t arrivals, std::uint64_t dropped, bool stays_open);

/// The operand that says that all bytes for which the phase waits have arrived.
std::uint64_t arrival_of_bytes();

/// The barrier's state after an arrival; unchanged if the barrier expects fewer arrivals.
std::uint64_t after_arrival(std::uint64_t state, std::uint64_t arrival);

/// Whether the event is an arrival at a barrier, and the note that counts an arrival
/// among the expected ones.
bool is_arrival(const Event& event);
StepNote arrival_note(const Event& event);

}  // namespace gridlock::sim
