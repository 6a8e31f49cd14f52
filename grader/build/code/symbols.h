/// A module's undefined and defined symbols, compared with allowed_symbols.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/source/complaint.h"

namespace gridlock {

struct ModuleSymbol {
  std::string name;
  bool defined = false;
  bool weak = false;
  bool function = false;
  bool local = false;
};

/// The symbols of an object file or a shared object, including local ones.
/// \throws std::runtime_error if it is no object, or damaged.
std::vector<ModuleSymbol> module_symbols(std::string_view elf);

/// Complaints about calls and definitions that the module must not have.  If several
/// functions are refused for one reason, only the one with the shortest name is reported.
/// \param program whether it is a whole program, which may open files
/// \param guarded the functions that have a guard in the module (guards.h)
std::vector<Complaint> check_symbols(std::vector<ModuleSymbol> symbols, bool program,
                                     const std::vector<std::string>& guarded);

/// The demangled C++ name; other names are returned unchanged.
std::string demangled(const std::string& name);

/// Whether a library, CUDA or the simulator provides a symbol with this name.
bool is_provided(const std::string& name);

/// Whether device code must not call this function, which the module does not contain.
/// False for a function that no library provides: it is a submission's own or, if it is
/// `weak`, its address remains null.
bool needs_guard(const std::string& name, bool weak);

/// Complaints about library functions that a submission uses although no lab needs them,
/// and about its definitions of library functions that the scenarios use.  The scenarios'
/// own definitions are invisible outside their object and cannot clash.
std::vector<Complaint> check_submission(const std::vector<ModuleSymbol>& submission,
                                        const std::vector<ModuleSymbol>& scenarios);

/// The names that the lab's scenarios use and the module does not define, demangled.
std::vector<std::string> lacking(const std::vector<ModuleSymbol>& module,
                                 const std::vector<ModuleSymbol>& scenarios);

/// The library functions that the linker redirects to the simulator.
std::vector<std::string_view> recorded_functions();

/// The text of allowed_symbols.txt as of the build.
std::string_view allowed_symbols_text();

}  // namespace gridlock
