/// Another user inside a box of bubblewrap's that root makes: the kernel limits the
/// processes of any user but root.
///
/// Bubblewrap then runs as root of a user namespace in which all users have the numbers
/// that they have outside, and its program as an unused one.  In the box the program
/// keeps one right, to read all files shown there.  The right is the namespace's: on the
/// system itself, the program has none.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "common/child_process.h"
#include "isolation/unused_user.h"

namespace gridlock {

/// Whether such a user is possible here: we are root, users are free, and there are the
/// programs for it.
bool can_be_user_in_box();

/// A user for one box, and the namespace for it.
class UserInBox final : public ChildHold {
 public:
  /// \param writable the folders that are the user's until the program has ended
  /// \param limits `processes` counts all that runs in the box as this user
  /// \throws std::system_error; std::runtime_error if no user is free
  UserInBox(const std::vector<std::filesystem::path>& writable,
            const ResourceLimits& limits);

  /// Bubblewrap's options in place of its own user namespace.
  static std::vector<std::string> options_for_bubblewrap();
  /// The command that becomes the user in the box, in front of the program's arguments.
  std::vector<std::string> command_to_become() const;

  bool enter() const noexcept override;
  /// Nothing is left to do: the processes end with bubblewrap's.
  void kill() const noexcept override {}

 private:
  UnusedUser user_;
  std::uint64_t processes_;
};

}  // namespace gridlock
