/// Guards in front of library functions that device code may not call.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

struct GuardedCode {
  std::string ir;
  std::vector<std::string> functions;  ///< The functions that have a guard.
  /// Names in the code that are reserved for the linker's redirections: with them the
  /// code could bypass a guard.
  std::vector<std::string> reserved;
};

/// Adds guards.  The hooks do not see a library's own accesses.  So a function that the
/// module uses but does not contain gets a guard if needs_guard (symbols.h) says so.  The
/// guard asks the simulator whether the caller is device code, and then calls the library
/// function with all arguments unchanged.  The linker must redirect the calls to the
/// guard: see `guard_flags`.
///
/// Works on LLVM IR in its textual form, with typed or opaque pointers: after linking, a
/// name would not tell a function from a variable.
/// \param elsewhere functions that another part of the module defines or guards
GuardedCode guard_calls(const std::string& ir,
                        const std::set<std::string>& elsewhere = {});

std::set<std::string> defined_functions(std::string_view ir);

std::vector<std::string> guard_flags(const std::vector<std::string>& functions);

}  // namespace gridlock
