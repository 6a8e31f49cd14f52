/// Parts of CUDA that the simulator does not model, known by the names that programs use.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// A sentence for a compiler's message about an undeclared name or a missing header:
/// which part of CUDA it belongs to, and what to do instead.  "" if it belongs to no
/// known part.
std::string unsupported_feature(std::string_view message);

}  // namespace gridlock
