/// The command line that runs a program in a box made by bubblewrap.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/child_process.h"
#include "isolation/user_in_box.h"
#include "isolation/view.h"

namespace gridlock {

/// Whether the kernel limits the processes of a box that runs as our own user: since
/// version 5.14, but not for root.
bool limits_own_processes_in_box();

/// The argv of bubblewrap that runs the plan's program, with its arguments, in a box.
/// \param user the user in the box; null: our own user, and the box gets its own user
///   namespace
/// \param hidden a folder that stays invisible even if it lies in a readable one
std::vector<std::string> bubblewrap_command(const std::filesystem::path& bubblewrap,
                                            const ChildPlan& plan, const BoxView& view,
                                            const UserInBox* user,
                                            const std::filesystem::path& hidden);

}  // namespace gridlock
