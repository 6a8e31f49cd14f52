/// Arrivals at a barrier of libcu++: each is one read-modify-write of the barrier's
/// state.
#pragma once

#include <cstdint>

#include "protocol/cause.h"
#include "protocol/values.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// The name of an arrival as an operation.
inline constexpr char kArrival[] = "arrival";

/// The operand of RmwOperation::arrive.  If the phase `stays_open`, the last arrival does
/// not begin the next one.
std::uint64_t arrival(std::uint64_t arrivals, std::uint64_t dropped, bool stays_open);

/// The operand for the bytes that the phase waits for, all of which have come.
std::uint64_t arrival_of_bytes();

/// A barrier's state after an arrival.  One that expects fewer arrivals stays as it is.
std::uint64_t after_arrival(std::uint64_t state, std::uint64_t arrival);

/// Whether the event is an arrival at a barrier, and the note that says which one it is.
bool is_arrival(const Event& event);
StepNote arrival_note(const Event& event);

}  // namespace gridlock::sim
