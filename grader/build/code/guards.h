/// Guards in front of library functions that device code may not call.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A module's code with its guards.
struct GuardedCode {
  std::string ir;
  std::vector<std::string> functions;  ///< The functions that have a guard.
  /// Names that the code uses and that belong to the linker's detours, through which it
  /// could get around a guard.
  std::vector<std::string> reserved;
};

/// No hook sees what a library's own code reads and writes.  So a function that the
/// module uses but does not contain gets a guard if needs_guard (symbols.h) says so.  The
/// guard asks the simulator whether device code calls, and goes on to the library with
/// all arguments unchanged.  The linker must send the calls there: see `guard_flags`.
///
/// `elsewhere`: functions that another part of the module defines or guards.
///
/// Works on the textual form of LLVM's intermediate code, with typed or with opaque
/// pointers, before it is linked; so it knows functions from variables.
GuardedCode guard_calls(const std::string& ir,
                        const std::set<std::string>& elsewhere = {});

/// The functions that the code defines.
std::set<std::string> defined_functions(std::string_view ir);

/// The linker's flags for these guards.
std::vector<std::string> guard_flags(const std::vector<std::string>& functions);

}  // namespace gridlock
