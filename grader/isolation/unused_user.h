/// A user for one program: no other program on this machine runs as that user.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "common/descriptor.h"

namespace gridlock {

/// Limits the processes of the user that this process is about to become; 0 changes
/// nothing.  Safe between fork and exec.
/// \returns whether it worked
bool limit_processes(std::uint64_t count) noexcept;

/// Whether our user namespace has users that no distribution assigns.
bool has_unused_users();

/// Reserves a user that no distribution assigns, while this object lasts.
class UnusedUser {
 public:
  /// \param folders given to the user with their contents, and back to us at the end
  /// \throws std::runtime_error if no user is free
  explicit UnusedUser(std::vector<std::filesystem::path> folders);
  UnusedUser(const UnusedUser&) = delete;
  UnusedUser& operator=(const UnusedUser&) = delete;
  ~UnusedUser();

  /// The number of the user, and of the user's group.
  std::uint32_t number() const { return number_; }

 private:
  std::vector<std::filesystem::path> given_;
  std::uint32_t number_ = 0;
  Descriptor lock_;
};

}  // namespace gridlock
