/// Code that runs when a module is loaded, before the worker calls anything in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A variable with a dynamic initialiser.
struct Initialiser {
  std::string file;  ///< The name in the line markers of the compiled source.
  int line = 0;
};

/// The initialisers in LLVM IR in textual form, found by clang's debug information.
/// Without optimization, clang makes a function `__cxx_global_var_init` for each variable
/// with an initialiser that is not a constant expression.
std::vector<Initialiser> dynamic_initialisers(std::string_view ir);

}  // namespace gridlock
