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

/// The rights on files that a process keeps.
struct FileRules {
  std::vector<std::filesystem::path> readable;  ///< Also executable, with all in folders.
  std::vector<std::filesystem::path> writable;  ///< Also readable.
  std::filesystem::path hidden{};               ///< Hidden even in a readable folder.
  /// The process's own entry in /proc, through which a thread names other threads.
  bool own_entry = false;
};

/// The rules, ready for give_up_files(), but without the `own_entry`, which only the
/// process itself can add.  Missing paths are left out.  Where the kernel can (version 4,
/// 6), the rules also forbid TCP and signals to other processes.
/// \throws std::system_error
Descriptor landlock_rules(const FileRules& rules);

/// Lets the calling process write to its own entry in /proc.
/// Async-signal-safe.
/// \returns whether it worked; if not, errno tells why.
bool allow_own_entry(const Descriptor& rules) noexcept;

/// Gives up, for good, all files that the rules do not name, and all rights that programs
/// could bring along.  Async-signal-safe.
/// \returns whether it worked; if not, errno tells why.
bool give_up_files(const Descriptor& rules) noexcept;

}  // namespace gridlock
