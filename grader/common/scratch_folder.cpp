#include "common/scratch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace gridlock {

ScratchFolder::ScratchFolder(std::string_view name) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / name).string() + "-XXXXXX";
  if (!::mkdtemp(pattern.data()))
    throw std::system_error(errno, std::generic_category(), "cannot make a folder");
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

}  // namespace gridlock
