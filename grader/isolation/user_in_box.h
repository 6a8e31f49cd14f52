/// Another user inside a box made by bubblewrap as root: the kernel limits the processes
/// of any user but root.
///
/// Bubblewrap then runs as root of a user namespace that maps each user to the same
/// number, and its program as an unused user.  The program keeps one capability, to read
/// all files shown in the box; on the system itself it has none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/child_process.h"
#include "isolation/unused_user.h"

namespace gridlock {

/// Whether such a user is possible here: we are root, an unused user is free, and the
/// programs needed are installed.
bool can_be_user_in_box();

/// A user for one box, and the namespace for it.
class UserInBox final : public ChildHold {
 public:
  /// \param writable the folders that the user owns until the program has ended
  /// \param limits `processes` counts all that runs in the box as this user
  /// \throws std::system_error; std::runtime_error if no user is free
  UserInBox(const std::vector<std::filesystem::path>& writable,
            const ResourceLimits& limits);

  /// Bubblewrap's options for a box without a user namespace of its own.
  static std::vector<std::string> options_for_bubblewrap();
  /// The command that becomes the user in the box; the program's arguments follow it.
  std::vector<std::string> command_to_become() const;

  bool enter() const noexcept override;
  /// Nothing is left to do: the processes end with bubblewrap.
  void kill() const noexcept override {}

 private:
  UnusedUser user_;
  std::uint64_t processes_;
};

}  // namespace gridlock
