/// The statements that all threads of a block reach, as far as the text tells.
#pragma once

#include <cstddef>
#include <vector>

#include "cure/scene.h"

namespace gridlock {

/// The tokens at which such statements of a device function begin, and the closing brace
/// of each block among them.  A condition or a loop keeps threads apart if its header has
/// threadIdx or a variable that was computed from it; so does a jump behind it.
std::vector<std::size_t> uniform_places(const Scene& scene, const Suspect& function);

}  // namespace gridlock
