/// Other programs that commands run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "common/subprocess.h"

namespace gridlock {

/// A request to run this program with these arguments, in the same environment and
/// without progress lines (report/progress_line.h).
ProcessRequest own_process(const Environment& env, std::vector<std::string> arguments);

/// The first Python in PATH that has matplotlib, as grader/setup/python_with.sh
/// finds it; empty if there is none.
std::filesystem::path find_python_with_matplotlib();

/// Which process a Ctrl-C stops while the program runs.
enum class CtrlC {
  shared,    ///< Both; once the program has ended, this process stops as well.
  programs,  ///< Only the program gets it.
};

/// Runs the program to its end in place of this one, with its input, output and terminal.
/// \returns its exit code, or 128 + n if signal n ended it
/// \throws std::system_error if it cannot run; Interrupted
int run_in_foreground(const std::vector<std::string>& argv, CtrlC ctrl_c = CtrlC::shared,
                      const EnvironmentChanges& environment = {});

}  // namespace gridlock
