/// Runs a stranger's program as another user, where the grader runs as root and no box
/// can be made, as in most containers.
#pragma once

#include <memory>
#include <string>

#include "common/child_process.h"
#include "isolation/landlock.h"

namespace gridlock {

/// Why no program can run as another user here, as a sentence; "" if one can.
std::string why_no_other_user();

/// Runs a program as a user that no other process on this machine has.  The program may
/// use the files that `rules` name, whatever their owner; it owns the writable ones until
/// it has ended.  `limits.processes` counts all of this user's processes, which are
/// killed at the end.
/// \throws std::system_error; std::runtime_error if there is no free user
std::shared_ptr<const ChildHold> as_other_user(const FileRules& rules,
                                               const ResourceLimits& limits);

}  // namespace gridlock
