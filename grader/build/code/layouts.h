/// \file
/// Puts into a module what lies where in its variables.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// LLVM's intermediate code, in its textual form, with a constant behind it that holds
/// the layouts of the variables in CUDA's memory spaces (common/layout.h), as the debug
/// information has them.  A member whose name begins or ends with an underscore is an
/// implementation's affair, as in cuda::barrier, and so a leaf is all that stands there.
std::string with_layouts(std::string ir);

}  // namespace gridlock
