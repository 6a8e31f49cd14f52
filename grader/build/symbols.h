/// \file
/// What a module calls and what it defines, held against allowed_symbols.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/complaint.h"

namespace gridlock {

/// A symbol of a module.
struct ModuleSymbol {
  std::string name;
  bool defined = false;
  bool weak = false;
  bool function = false;
};

/// The symbols of a shared object, local ones included.
/// \throws std::runtime_error if it is none, or damaged.
std::vector<ModuleSymbol> module_symbols(std::string_view elf);

/// What the module may not call or may not define.  `program`: a whole program, which
/// may open files.
std::vector<Complaint> check_symbols(const std::vector<ModuleSymbol>& symbols,
                                     bool program);

/// The text of allowed_symbols.txt as it was built in.
std::string_view allowed_symbols_text();

}  // namespace gridlock
