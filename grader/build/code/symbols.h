/// What a module calls and what it defines, compared with allowed_symbols.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/source/complaint.h"

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
/// may open files.  `guarded`: the functions that have a guard in it (guards.h).
std::vector<Complaint> check_symbols(const std::vector<ModuleSymbol>& symbols,
                                     bool program,
                                     const std::vector<std::string>& guarded);

/// Whether device code may not call this function, which the module does not hold.  One
/// that is `weak` and exists nowhere is a null pointer, and stays one.
bool needs_guard(const std::string& name, bool weak);

/// The functions whose calls the linker sends to the simulator.
std::vector<std::string_view> recorded_functions();

/// The text of allowed_symbols.txt as it was built in.
std::string_view allowed_symbols_text();

}  // namespace gridlock
