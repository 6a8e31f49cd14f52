/// Why threads of a block came to different barriers.
#pragma once

#include <optional>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// For two threads that wait at different barriers: the load at which `other` read
/// another value than `one`, and after which they took different branches.  Needs the
/// history.
std::optional<FoundDifferently> found_differently(const Machine& machine,
                                                  const Thread& one, const Thread& other);

/// The two calls from which threads of the block met at one barrier inside a function;
/// nothing if no barrier was reached by different calls.  Needs the history.
std::optional<CameByDifferentCalls> came_by_different_calls(const Machine& machine,
                                                            const Block& block);

}  // namespace gridlock::sim
