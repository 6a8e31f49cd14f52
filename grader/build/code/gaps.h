/// Gaps between a module's variables.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// The code, LLVM IR in textual form, with a gap after each variable in one of CUDA's
/// memory spaces.  Without gaps, an element past the end of one variable would be the
/// beginning of the next, and the access would seem to be in bounds.
std::string with_gaps(std::string_view ir);

}  // namespace gridlock
