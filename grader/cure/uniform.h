/// The statements that all threads of a block reach, as far as the source shows.
#pragma once

#include <cstddef>
#include <vector>

#include "cure/scene.h"

namespace gridlock {

/// The first token of each such statement of a device function, and the closing brace of
/// each block among them.  Threads may diverge at a condition or a loop with threadIdx,
/// or a variable computed from it, in its header, and after a jump under such a
/// condition.
std::vector<std::size_t> uniform_places(const Scene& scene, const Suspect& function);

}  // namespace gridlock
