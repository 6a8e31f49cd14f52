/// Landlock: a process gives up, for itself and all its descendants, all files but those
/// that are named.  It needs no rights and no namespaces.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "common/descriptor.h"

namespace gridlock {

/// The version of Landlock that the kernel has; 0 if it has none, or has it switched off.
int landlock_version();

/// What a process may still do with files.
struct FileRules {
  std::vector<std::filesystem::path> readable;  ///< And executable; folders with all.
  std::vector<std::filesystem::path> writable;  ///< Readable as well.
  std::filesystem::path hidden{};               ///< Even if it lies in a readable folder.
  /// What the system shows of the process itself: with it, a thread gives others names.
  bool own_entry = false;
};

/// The rules, ready for give_up_files(), but for the `own_entry`, which only the process
/// itself can add.  What does not exist is left out.  Where the kernel can (version 4,
/// 6), they leave no TCP and no signals to other processes, either.
/// \throws std::system_error
Descriptor landlock_rules(const FileRules& rules);

/// Adds the entry of the calling process in /proc to what the rules let write.
/// Async-signal-safe.
/// \returns whether it worked; if not, errno tells why.
bool allow_own_entry(const Descriptor& rules) noexcept;

/// Gives up, for good, what the rules do not name; also all rights that programs could
/// bring along.  Async-signal-safe.
/// \returns whether it worked; if not, errno tells why.
bool give_up_files(const Descriptor& rules) noexcept;

}  // namespace gridlock
