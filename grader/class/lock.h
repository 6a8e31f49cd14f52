/// Locks by which only one process at a time works on a class, or on a part of it.
#pragma once

#include <filesystem>
#include <string>

#include "common/descriptor.h"

namespace gridlock {

/// The file that is locked for the whole class.
constexpr const char* kClassLock = "lock";

/// Locks a file in the class's folder with flock(); `how` is LOCK_EX or LOCK_SH.  The
/// lock lasts until the descriptor is closed or this process ends, even if it is killed.
/// \throws UsageError if another process holds the lock; std::system_error if the file
///   cannot be opened
Descriptor lock_in_class(const std::filesystem::path& folder, const std::string& file,
                         int how);

/// Whether a process works on the class, or on a part of it.
bool is_locked(const std::filesystem::path& folder);

}  // namespace gridlock
