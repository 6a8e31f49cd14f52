#include "common/scratch_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

#include "common/files.h"

namespace gridlock {

std::filesystem::path temporary_folder() {
  constexpr std::uint64_t kLeastBytes = 1 << 20;
  const char* const named = std::getenv("TMPDIR");
  for (const char* each : {named, "/tmp", "/var/tmp"})
    if (each && *each == '/' && ::access(each, W_OK | X_OK) == 0 &&
        has_room(each, kLeastBytes))
      return each;
  return {};
}

ScratchFolder::ScratchFolder(std::string_view name) {
  std::string pattern = (temporary_folder() / name).string() + "-XXXXXX";
  if (pattern.front() != '/')
    throw std::runtime_error(
        "There is no folder for temporary files: neither $TMPDIR nor /tmp nor /var/tmp "
        "has room and may be written to.  Name one: TMPDIR=FOLDER ./gridlock ...");
  if (!::mkdtemp(pattern.data()))
    throw std::system_error(errno, std::generic_category(), "cannot make " + pattern);
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

}  // namespace gridlock
