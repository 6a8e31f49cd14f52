/// This program once more, in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "common/subprocess.h"

namespace gridlock {

/// This program with these arguments, in the same environment; it does not say how far it
/// is (report/progress_line.h).
ProcessRequest own_process(const Environment& env, std::vector<std::string> arguments);

}  // namespace gridlock
