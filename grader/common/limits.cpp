#include "common/limits.h"

#include <sys/resource.h>

#include <limits>
#include <new>

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

std::string message_of(const std::exception& error) {
  if (!dynamic_cast<const std::bad_alloc*>(&error)) return error.what();
  const std::string limit = tight_memory_limit(std::numeric_limits<std::uint64_t>::max());
  return "Memory ran out." + (limit.empty() ? "" : "  " + limit);
}

}  // namespace gridlock
