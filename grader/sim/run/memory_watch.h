/// Whether a schedule takes more memory than there is.  Device memory is as large as a
/// GPU's, and a program that uses all of it needs nine times as much.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace gridlock::sim {

/// Where the system says how much memory there is.
struct MemoryFiles {
  std::filesystem::path meminfo = "/proc/meminfo";
  /// This process's group of cgroup v2, which may have a limit.
  std::filesystem::path group;

  /// The files of this process.
  static MemoryFiles own();
};

/// The memory for programs, in bytes.
struct MemoryLeft {
  std::uint64_t total = 0;  ///< The machine's, or the limit of the group.
  std::uint64_t left = 0;   ///< The unused part of it.

  /// The smaller of what the machine and the group have; nothing if neither says it.
  static std::optional<MemoryLeft> in(const MemoryFiles& files);
  /// The part that must stay free, since memory runs out between two measurements.
  std::uint64_t reserve() const;
};

/// Whether a process that holds so much must end, so that memory does not run out: it has
/// passed the limit of `ulimit -m`, or hardly any is left and it holds more than others
/// would need.
bool is_too_much(std::uint64_t resident_bytes);

}  // namespace gridlock::sim
