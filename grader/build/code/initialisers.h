/// Code that runs when a module is loaded, before anything is asked of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A variable with a dynamic initialiser.
struct Initialiser {
  std::string file;  ///< The name in the line markers of the compiled text.
  int line = 0;
};

/// The initialisers in LLVM's intermediate code, in its textual form, with clang's debug
/// information.  Without optimization, clang makes a function `__cxx_global_var_init` for
/// each variable whose initialiser is no constant expression.
std::vector<Initialiser> dynamic_initialisers(std::string_view ir);

}  // namespace gridlock
