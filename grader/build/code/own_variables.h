/// Device variables that several files of a program define, as from a common header:
/// without separate compilation, nvcc gives each file a variable of its own.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace gridlock {

/// The device variables, by their linker names, that the code defines so that other files
/// see them: `__device__` and `__constant__`, neither static nor inline.
/// \param ir LLVM's intermediate language, as clang writes it.
std::set<std::string> shared_device_variables(std::string_view ir);

/// The code with these variables made internal, so that other files cannot see them.
/// \param ir LLVM's intermediate language, as clang writes it.
/// \param names the variables; names that the code does not define are ignored
std::string with_own_variables(std::string_view ir, const std::set<std::string>& names);

}  // namespace gridlock
