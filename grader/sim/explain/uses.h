/// The uses of memory by each operation of the code in a recorded execution: the table
/// for results that no single step explains.
#pragma once

#include <vector>

#include "protocol/messages.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// The accesses, fences and barriers of threads and the host's calls on streams, each
/// operation once for each allocation that it used, in the order in which they came
/// first; at most `kUsesMax` of them.
/// \pre the machine's history was recorded
std::vector<LineUse> uses_of(const Machine& machine);

inline constexpr std::size_t kUsesMax = 300;

}  // namespace gridlock::sim
