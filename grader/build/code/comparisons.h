/// Hooks for comparisons of values that a thread has read.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// Inserts a call of gridlock_compares() before each comparison of integers if one side
/// comes, within the function, from memory or from a call.  The call tells the simulator
/// the value that was read, the value computed from it, and the value with which that is
/// compared.  If a difference is compared with 0, as in `int(*arrived - goal) < 0`, these
/// are its two operands.  Other comparisons stay as they are, such as those of a loop's
/// counter, in the C++ library and in CUDA's headers.  Works on LLVM IR in its textual
/// form, with typed or opaque pointers.
std::string hook_comparisons(std::string_view ir);

}  // namespace gridlock
