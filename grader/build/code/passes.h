/// Passes over the code of a module besides hooks and guards: LLVM IR in textual form,
/// with typed or opaque pointers.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Inserts a call of gridlock_compares() before each comparison of integers if one side
/// comes, within the function, from memory or from a call.  The call tells the simulator
/// the value that was read, the value computed from it, and the other side's value.  If a
/// difference is compared with 0, as in `int(*arrived - goal) < 0`, its two operands
/// count as the sides.  Comparisons in the C++ library and in CUDA's headers get no call.
std::string hook_comparisons(std::string_view ir);

/// The code with a gap after each variable in one of CUDA's memory spaces.  Without gaps,
/// an element past the end of one variable would be the beginning of the next, and the
/// access would seem to be in bounds.
std::string with_gaps(std::string_view ir);

/// The code followed by a constant with the layouts of the variables in CUDA's memory
/// spaces (common/type_layout.h), taken from the debug information.  A member with a name
/// that begins or ends with an underscore, as in cuda::barrier, is an implementation
/// detail, so its own parts are left out.
std::string with_layouts(std::string ir);

/// A variable with a dynamic initialiser, which runs when the module is loaded, before
/// the worker calls anything in it.
struct Initialiser {
  std::string file;  ///< The name in the line markers of the compiled source.
  int line = 0;
};

/// The initialisers, found by clang's debug information.  Without optimization, clang
/// makes a function `__cxx_global_var_init` for each variable with an initialiser that is
/// not a constant expression.
std::vector<Initialiser> dynamic_initialisers(std::string_view ir);

/// The linker names of the `__device__` and `__constant__` variables that the code
/// defines and other files see, so neither static nor inline variables.  A common header
/// may define such a variable in several files; without separate compilation, nvcc gives
/// each file its own variable.
std::set<std::string> shared_device_variables(std::string_view ir);

/// The code with these variables made internal, so that other files cannot see them.
/// \param names the variables; names that the code does not define are ignored
std::string with_own_variables(std::string_view ir, const std::set<std::string>& names);

}  // namespace gridlock
