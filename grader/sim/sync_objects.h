/// \file
/// Barriers, latches and semaphores of libcu++, as the shim's headers call them.
///
/// They are made of strong accesses like any that a program could write.  What is special
/// is that an arrival is one operation, and that a thread that waits in vain is said to
/// wait for a barrier and not for a word.
#pragma once

#include <cstdint>
#include <string>

#include "sim/thread.h"

namespace gridlock::sim {

struct Event;

/// The operand of RmwOperation::arrive.  If the phase `stays_open`, the last arrival does
/// not begin the next one.
std::uint64_t arrival(std::uint64_t arrivals, std::uint64_t dropped, bool stays_open);

/// A barrier's state after an arrival.  One that expects fewer arrivals stays as it is.
std::uint64_t after_arrival(std::uint64_t state, std::uint64_t arrival);

/// "at the barrier shared bar, where 32 of 33 arrivals have come", of a thread that waits
/// for one of these objects; "" if it does not.
std::string awaited_words(const Thread& thread);

/// What there is to know about who waits for it in vain; "" if nothing.
std::string awaited_advice(const Thread& thread);

/// "3 of 5", of an event that is an arrival; else "".
std::string arrival_note(const Event& event);

}  // namespace gridlock::sim
