/// Device variables that several files of a program define, as from a common header:
/// without separate compilation, nvcc gives each file one of its own.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace gridlock {

/// The device variables, by their linker's names, that the code defines for other files
/// too: `__device__` and `__constant__`, neither static nor inline.
/// \param ir  The code in LLVM's intermediate language, as clang writes it.
std::set<std::string> shared_device_variables(std::string_view ir);

/// The code, which keeps the variables to itself.
/// \param ir     As above.
/// \param names  The variables; names that the code does not define are ignored.
std::string with_own_variables(std::string_view ir, const std::set<std::string>& names);

}  // namespace gridlock
