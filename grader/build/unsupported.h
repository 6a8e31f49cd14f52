/// Parts of CUDA that the simulator does not model, known by the names that programs use.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// A sentence for a compiler's message about an undeclared name or a missing header: the
/// part of CUDA that it belongs to, and advice.  "" for unknown names.
std::string unsupported_feature(std::string_view message);

}  // namespace gridlock
