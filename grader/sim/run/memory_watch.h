/// Detects that a schedule takes more memory than there is.  Device memory is as large as
/// a GPU's, and a program that uses all of it needs nine times as much.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace gridlock::sim {

/// The files in which the system says how much memory there is.
struct MemoryFiles {
  std::filesystem::path meminfo = "/proc/meminfo";
  /// The cgroup v2 of this process, which may have a limit.
  std::filesystem::path group;

  static MemoryFiles own();
};

/// The memory available to programs, in bytes.
struct MemoryLeft {
  std::uint64_t total = 0;  ///< The machine's memory, or the limit of the cgroup.
  std::uint64_t left = 0;   ///< The unused part of `total`.

  /// The memory of the machine or of the cgroup, whichever has less left; nothing if
  /// neither is known.
  static std::optional<MemoryLeft> in(const MemoryFiles& files);
  /// The part that must stay free, because memory can run out between two measurements.
  std::uint64_t reserve() const;
};

/// Whether a process with this much memory must end before memory runs out: it exceeds
/// the limit of `ulimit -m`, or less than reserve() is left and it holds more than that.
bool is_too_much(std::uint64_t resident_bytes);

}  // namespace gridlock::sim
