/// Landlock: a process gives up access, for itself and all its descendants, to all files
/// except named ones.  It needs no privileges and no namespaces.
#pragma once

#include <filesystem>
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
  /// Allows the process's own entry in /proc, where a thread names other threads.
  bool own_entry = false;
};

/// The rules, ready for give_up_files(), but without `own_entry`, which only the process
/// itself can add.  Missing paths are ignored.  The rules also forbid TCP (from version 4
/// on) and signals to other processes (from version 6 on).
/// \throws std::system_error
Descriptor landlock_rules(const FileRules& rules);

/// Lets the calling process write to its own entry in /proc.
/// Async-signal-safe.
/// \returns whether it worked; if not, errno tells why.
bool allow_own_entry(const Descriptor& rules) noexcept;

/// Gives up, for good, all files that the rules do not name, and all privileges that
/// executed programs could add.  Async-signal-safe.
/// \returns whether it worked; if not, errno tells why.
bool give_up_files(const Descriptor& rules) noexcept;

}  // namespace gridlock
