/// Why two threads of a block came to different barriers.
#pragma once

#include <optional>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// For two threads that wait at different barriers: the load at which the second found
/// another value than the first and then took another branch.  Needs the history.
std::optional<FoundDifferently> found_differently(const Machine& machine,
                                                  const Thread& one, const Thread& other);

}  // namespace gridlock::sim
