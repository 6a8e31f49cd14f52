/// \file
/// Parts of CUDA that the simulator does not model, known by the names that programs use.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// A sentence for a compiler's message about a name that is not declared or a header that
/// is not there: which part of CUDA it belongs to, and what to do instead.  "" if it
/// belongs to none that we know.
std::string unsupported_feature(std::string_view message);

}  // namespace gridlock
