/// What differs between the two programs, `gridlock` and `gridlock-all`.
///
/// program_small.cpp and program_all.cpp define these functions, and each program links
/// one of the two.
#pragma once

#include <vector>

#include "cli/command.h"

namespace gridlock {

/// Adds the program's commands, in the order in which help lists them.  `gridlock` adds
/// only the names of those that it leaves to `gridlock-all`.
void add_commands(CLI::App& app, const Environment& environment, int& exit_code);

/// Executes `gridlock-all` in place of this program if the line needs a command or option
/// that only `gridlock-all` has; otherwise does nothing.  If the script ./gridlock
/// started this program, the script first builds `gridlock-all`.
/// \param line the program's arguments, ended by a null pointer
/// \throws UsageError if `gridlock-all` has not been built
void leave_to_the_other(const std::vector<char*>& line);

}  // namespace gridlock
