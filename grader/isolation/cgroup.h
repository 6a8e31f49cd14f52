/// Control groups (cgroup v2): they limit a program and all its descendants together, and
/// end all of them reliably.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "common/child_process.h"

namespace gridlock {

/// A folder of cgroup v2 in which we may make groups that have limits of their own.
struct CgroupPlace {
  std::filesystem::path folder;  ///< Empty: there is none.
  std::string why_not;           ///< A sentence; "" if there is one.

  bool is_there() const { return !folder.empty(); }
};

/// The folder in which this process may make groups: that of its own group, if the system
/// has delegated it to us (as by `systemd-run --user --scope -p Delegate=yes`), or if it
/// is the topmost group that we see.  Removes groups that a killed grader left in it.
///
/// Since a group that has processes may not have limited groups in it, processes of our
/// group are moved to a group below it, gridlock-judge.
/// \param mountinfo, own_group files like /proc/self/mountinfo and /proc/self/cgroup
CgroupPlace find_cgroup_place(
    const std::filesystem::path& mountinfo = "/proc/self/mountinfo",
    const std::filesystem::path& own_group = "/proc/self/cgroup");

/// A new group with the limits' `memory_bytes` and `processes`, for one program.  Swap is
/// not allowed, and if the memory is used up, all of the program's processes end.
/// \throws std::system_error
std::shared_ptr<const ChildHold> make_cgroup(const CgroupPlace& place,
                                             const ResourceLimits& limits);

}  // namespace gridlock
