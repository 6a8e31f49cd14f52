/// A module's undefined and defined symbols, compared with allowed_symbols.txt.
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
  bool local = false;
};

/// The symbols of an object, shared or not, local ones included.
/// \throws std::runtime_error if it is no object, or damaged.
std::vector<ModuleSymbol> module_symbols(std::string_view elf);

/// Complaints about calls and definitions that the module may not have.  `program`: a
/// whole program, which may open files.  `guarded`: the functions that have a guard in it
/// (guards.h).
std::vector<Complaint> check_symbols(const std::vector<ModuleSymbol>& symbols,
                                     bool program,
                                     const std::vector<std::string>& guarded);

/// The name in C++; other names stay as they are.
std::string demangled(const std::string& name);

/// Whether a library, CUDA or the simulator has it.
bool is_provided(const std::string& name);

/// Whether device code may not call this function, which the module does not hold.  One
/// that exists nowhere is a submission's, or, if it is `weak`, a null pointer that stays
/// one.
bool needs_guard(const std::string& name, bool weak);

/// Complaints about definitions of a lab's submission that the lab's scenarios take from
/// a library.  The scenarios' own definitions cannot clash: they are not visible outside
/// of their object.
std::vector<Complaint> check_definitions(const std::vector<ModuleSymbol>& submission,
                                         const std::vector<ModuleSymbol>& scenarios);

/// The names that the lab's scenarios use and the module lacks, as a student reads them.
std::vector<std::string> lacking(const std::vector<ModuleSymbol>& module,
                                 const std::vector<ModuleSymbol>& scenarios);

/// The functions whose calls the linker sends to the simulator.
std::vector<std::string_view> recorded_functions();

/// The text of allowed_symbols.txt as it was built in.
std::string_view allowed_symbols_text();

}  // namespace gridlock
