/// \file
/// Barriers, latches and semaphores of libcu++, as the shim's headers call them.
///
/// They are made of strong accesses like any that a program could write.  What is special
/// is that an arrival is one operation, and that a thread that waits in vain is said to
/// wait for a barrier and not for a word.
#pragma once

#include <cstdint>

#include "protocol/cause.h"
#include "sim/thread.h"

namespace gridlock::sim {

struct Event;

/// The operand of RmwOperation::arrive.  If the phase `stays_open`, the last arrival does
/// not begin the next one.
std::uint64_t arrival(std::uint64_t arrivals, std::uint64_t dropped, bool stays_open);

/// A barrier's state after an arrival.  One that expects fewer arrivals stays as it is.
std::uint64_t after_arrival(std::uint64_t state, std::uint64_t arrival);

/// The object that a thread waits for, if it waits for one of these.
gridlock::AwaitedObject awaited_object(const Thread& thread);

/// Whether the event is an arrival at a barrier, and then which of the expected ones.
bool is_arrival(const Event& event);
StepNote arrival_note(const Event& event);

}  // namespace gridlock::sim
