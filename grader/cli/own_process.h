/// Runs this program again, in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "common/subprocess.h"

namespace gridlock {

/// A request to run this program with these arguments, in the same environment and
/// without progress lines (report/progress_line.h).
ProcessRequest own_process(const Environment& env, std::vector<std::string> arguments);

}  // namespace gridlock
