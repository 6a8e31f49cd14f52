/// Why two threads of a block came to different barriers.
#pragma once

#include <optional>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// For two threads that wait at different barriers, of which the second had last read a
/// word in a line where the first had found another value, and then went another way;
/// nothing for others.  Needs the history.
std::optional<FoundDifferently> found_differently(const Machine& machine,
                                                  const Thread& one, const Thread& other);

}  // namespace gridlock::sim
