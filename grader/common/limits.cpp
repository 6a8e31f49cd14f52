#include "common/limits.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>

#include "common/descriptor.h"

namespace gridlock {
namespace {

std::string tight(__rlimit_resource_t resource, std::uint64_t bytes, const char* what,
                  const char* of, const char* option) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur >= bytes) return "";
  return std::string("Here ") + what + " " + std::to_string(limit.rlim_cur >> 10) +
         " KiB" + of + ": run ulimit " + option +
         " unlimited, in a new shell if this one may not, or ask the administrator of "
         "this machine.";
}

}  // namespace

std::string tight_file_limit(std::uint64_t bytes) {
  return tight(RLIMIT_FSIZE, bytes, "no file may be larger than", "", "-f");
}

std::string tight_memory_limit(std::uint64_t bytes) {
  constexpr const char* kWhat = "a process may have no more than";
  const std::string addresses = tight(RLIMIT_AS, bytes, kWhat, " of addresses", "-v");
  return !addresses.empty() ? addresses
                            : tight(RLIMIT_DATA, bytes, kWhat, " of data", "-d");
}

std::string raise_stack_limit(char** arguments) {
  constexpr rlim_t kLeast = 1 << 20, kUsual = 8 << 20;
  const std::string low =
      tight(RLIMIT_STACK, kLeast, "a program's stack may have no more than", "", "-s");
  if (low.empty()) return "";
  rlimit limit{};
  ::getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = kUsual;
  limit.rlim_max = std::max(limit.rlim_max, kUsual);  // Only root may raise it.
  if (::setrlimit(RLIMIT_STACK, &limit) == 0) ::execv("/proc/self/exe", arguments);
  return low;
}

std::string lack_of_machine() {
  constexpr std::uint64_t kLeastMebibytes = 128;
  if (std::string limit = tight_memory_limit(std::numeric_limits<std::uint64_t>::max());
      !limit.empty())
    return limit;
  if (const Descriptor any(::open("/dev/null", O_RDONLY | O_CLOEXEC)); !any.is_open())
    return std::string("No file can be opened here: ") + std::strerror(errno) + ".";
  std::ifstream memory("/proc/meminfo");
  std::string name, kib, rest;
  while (memory >> name >> kib && std::getline(memory, rest)) {
    const std::uint64_t mebibytes = std::strtoull(kib.c_str(), nullptr, 10) >> 10;
    if (name == "MemAvailable:" && mebibytes < kLeastMebibytes)
      return "This machine has only " + std::to_string(mebibytes) +
             " MiB of memory left: check again when less runs here.";
  }
  return "";
}

std::string message_of(const std::exception& error) {
  if (!dynamic_cast<const std::bad_alloc*>(&error)) return error.what();
  const std::string limit = tight_memory_limit(std::numeric_limits<std::uint64_t>::max());
  return "Memory ran out." + (limit.empty() ? "" : "  " + limit);
}

}  // namespace gridlock
