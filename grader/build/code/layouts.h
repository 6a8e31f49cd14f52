/// Adds the layouts of a module's variables to the module.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// The code, LLVM IR in textual form, followed by a constant with the layouts of the
/// variables in CUDA's memory spaces (common/type_layout.h), taken from the debug
/// information. A member with a name that begins or ends with an underscore, as in
/// cuda::barrier, is an implementation detail, so its own parts are left out.
std::string with_layouts(std::string ir);

}  // namespace gridlock
