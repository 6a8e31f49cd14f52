/// \file
/// Small programs by number, of the shapes in which blocks hand data to each other.
#pragma once

#include <cstdint>

#include "oracle/program.h"

namespace gridlock::oracle {

/// The program with this number: the same on every machine.  Two or three blocks of one
/// or two threads; messages, relays, tickets, locks, store buffering, or anything, with
/// fences, orders and scopes at random, and often with a statement left out or moved.
/// Small enough for `judge`.
Program generate(std::uint64_t number);

}  // namespace gridlock::oracle
