#include "class/lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

#include "checker/lab/labs.h"

namespace gridlock {

Descriptor lock_in_class(const std::filesystem::path& folder, const std::string& file,
                         int how) {
  const std::filesystem::path path = folder / file;
  Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock.is_open())
    throw std::system_error(errno, std::generic_category(), path.string());
  if (::flock(lock.get(), how | LOCK_NB) != 0)
    throw UsageError(fmt::format(
        "Another process works on \"{}\".  Call this again when it has ended.",
        folder.string()));
  return lock;
}

bool is_locked(const std::filesystem::path& folder) {
  const Descriptor lock(::open((folder / kClassLock).c_str(), O_RDWR | O_CLOEXEC));
  return lock.is_open() && ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace gridlock
