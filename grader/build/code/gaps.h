/// Gaps between a module's variables.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// LLVM's intermediate code, in its textual form, with a gap behind each variable in one
/// of CUDA's memory spaces.  Without it, an element behind the end of one variable would
/// be the beginning of the next, and nothing would be wrong with it.
std::string with_gaps(std::string_view ir);

}  // namespace gridlock
