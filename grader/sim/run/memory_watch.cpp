#include "sim/run/memory_watch.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace gridlock::sim {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

/// The number after a name in a file; nothing if the file does not have the name.
std::optional<std::uint64_t> number_of(const fs::path& file, std::string_view name) {
  std::ifstream lines(file);
  for (std::string word; lines >> word;)
    if (std::uint64_t number = 0; word == name)
      return lines >> number ? std::optional(number) : std::nullopt;
  return std::nullopt;
}

/// The number in a file; nothing if the file says "max" or does not exist.
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::uint64_t number = 0;
  return std::ifstream(file) >> number ? std::optional(number) : std::nullopt;
}

std::optional<MemoryLeft> of_machine(const fs::path& meminfo) {
  const auto total = number_of(meminfo, "MemTotal:");
  const auto left = number_of(meminfo, "MemAvailable:");
  if (!total || !left) return std::nullopt;
  return MemoryLeft{*total * 1024, *left * 1024};
}

std::optional<MemoryLeft> of_group(const fs::path& group) {
  const auto limit = number_in(group / "memory.max");
  const auto used = number_in(group / "memory.current");
  if (!limit || !used) return std::nullopt;
  // The system reclaims cached files if memory runs short.
  const std::uint64_t kept =
      number_of(group / "memory.stat", "active_file").value_or(0) +
      number_of(group / "memory.stat", "inactive_file").value_or(0);
  const std::uint64_t held = *used - std::min(*used, kept);
  return MemoryLeft{*limit, *limit - std::min(*limit, held)};
}

}  // namespace

MemoryFiles MemoryFiles::own() {
  MemoryFiles files;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::/")) files.group = "/sys/fs/cgroup" + line.substr(3);
  return files;
}

std::optional<MemoryLeft> MemoryLeft::in(const MemoryFiles& files) {
  const auto machine = of_machine(files.meminfo);
  const auto group = of_group(files.group);
  if (!machine || !group) return machine ? machine : group;
  return group->left < machine->left ? group : machine;
}

std::uint64_t MemoryLeft::reserve() const {
  return std::clamp(total / 8, 256 * kMebibyte, 2048 * kMebibyte);
}

bool is_too_much(std::uint64_t resident_bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_RSS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      resident_bytes > limit.rlim_cur)
    return true;
  static const MemoryFiles files = MemoryFiles::own();
  const auto memory = MemoryLeft::in(files);
  return memory && memory->left < memory->reserve() && resident_bytes > memory->reserve();
}

}  // namespace gridlock::sim
