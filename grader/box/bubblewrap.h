/// \file
/// The command line that runs a program in a box of bubblewrap's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "box/view.h"
#include "common/child_process.h"

namespace gridlock {

/// Whether a box without a control group limits the number of its processes.
bool limits_processes_in_box();

/// argv of bubblewrap that runs the plan's program, with its arguments, in a box.
/// \param hidden a folder that is not to be seen even if it lies in a readable one
std::vector<std::string> bubblewrap_command(const std::filesystem::path& bubblewrap,
                                            const ChildPlan& plan, const BoxView& view,
                                            const std::filesystem::path& hidden);

}  // namespace gridlock
