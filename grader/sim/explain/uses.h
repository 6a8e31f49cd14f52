/// The uses of memory by each operation of the code in a recorded execution: a table for
/// wrong results that no single step explains.
#pragma once

#include <vector>

#include "protocol/messages.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// The threads' accesses, fences and barriers, and the host's calls on streams.  Each
/// operation is listed once for each allocation that it used, in the order of its first
/// use; at most `kUsesMax` rows.
/// \pre the machine's history was recorded
std::vector<LineUse> uses_of(const Machine& machine);

inline constexpr std::size_t kUsesMax = 300;

}  // namespace gridlock::sim
