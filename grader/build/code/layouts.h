/// Puts the layouts of a module's variables into the module.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// LLVM's intermediate code, in its textual form, with a constant behind it that holds
/// the layouts of the variables in CUDA's memory spaces (common/layout.h), as the debug
/// information has them.  A member whose name begins or ends with an underscore is an
/// implementation detail, as in cuda::barrier, so only a leaf is noted for it.
std::string with_layouts(std::string ir);

}  // namespace gridlock
