/// Small numbered programs in which blocks pass data to each other.
#pragma once

#include <cstdint>

#include "oracle/program.h"

namespace gridlock::oracle {

/// The program with this number, which is the same on every machine: two or three blocks
/// of one or two threads; messages, relays, tickets, locks, store buffering, or random
/// statements; with random fences, orders and scopes, and often with a statement removed,
/// moved or changed.  It is small enough for `judge`.
Program generate(std::uint64_t number);

}  // namespace gridlock::oracle
