/// Hooks for comparisons of values that a thread has read.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// Puts a call of gridlock_compares() in front of each comparison of integers of which
/// one side comes, in the same function, from memory or from a call: it tells the
/// simulator the value that was read, the value computed from it, and the value compared
/// with.  A difference that is compared with 0, `int(*arrived - goal) < 0`, compares its
/// two parts.  Other comparisons, such as those of a loop's counter, in the C++ library
/// and in CUDA's headers, stay as they are.  Works on the textual form of LLVM's
/// intermediate code, with typed or with opaque pointers.
std::string hook_comparisons(std::string_view ir);

}  // namespace gridlock
