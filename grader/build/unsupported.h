/// Parts of CUDA that the simulator does not model, recognized by their names.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// A sentence for a compiler's message about an undeclared name or a missing header: the
/// part of CUDA to which it belongs, with advice; "" for unknown names.
std::string unsupported_feature(std::string_view message);

}  // namespace gridlock
