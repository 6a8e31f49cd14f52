/// Runs a program in place of this one, with its input, output and terminal.
#pragma once

#include <string>
#include <vector>

#include "common/child_process.h"

namespace gridlock {

/// Which process a Ctrl-C stops while the program runs.
enum class CtrlC {
  shared,    ///< Both; once the program has ended, this process stops as well.
  programs,  ///< Only the program gets it.
};

/// Runs the program to its end.
/// \returns its exit code, or 128 + n if signal n ended it
/// \throws std::system_error if it cannot run; Interrupted
int run_in_foreground(const std::vector<std::string>& argv, CtrlC ctrl_c = CtrlC::shared,
                      const EnvironmentChanges& environment = {});

}  // namespace gridlock
