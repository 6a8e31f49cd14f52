/// Control groups (cgroup v2): limits for a program and all its descendants together, and
/// a certain end of all of them.
#pragma once

#include <cstdint>
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

/// The folder for this process's groups: its own group, if the system has delegated that
/// to it (as by `systemd-run --user --scope -p Delegate=yes`), or if it is the topmost
/// one that it sees.  Groups that a killed grader left there are removed.
///
/// A group with processes may have no limited groups in it.  So if it has any, they are
/// moved into one beside, which is called gridlock-judge.
/// \param mountinfo, own_group as /proc/self/mountinfo and /proc/self/cgroup have it
CgroupPlace find_cgroup_place(
    const std::filesystem::path& mountinfo = "/proc/self/mountinfo",
    const std::filesystem::path& own_group = "/proc/self/cgroup");

/// A new group with the limits' `memory_bytes` and `processes`, for one program.  Swap is
/// not allowed, and if the memory is used up, all of the program's processes end.
/// \throws std::system_error
std::shared_ptr<const ChildHold> make_cgroup(const CgroupPlace& place,
                                             const ResourceLimits& limits);

}  // namespace gridlock
