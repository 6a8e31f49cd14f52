/// A folder with a limited lifetime.
#pragma once

#include <filesystem>
#include <string_view>

namespace gridlock {

/// The first of $TMPDIR, /tmp and /var/tmp that has room and may be written to; "" if
/// there is none.
std::filesystem::path temporary_folder();

/// A new folder among the system's temporary files.  The destructor removes it with all
/// that is in it.
class ScratchFolder {
 public:
  /// \param name the beginning of its name
  /// \throws std::exception if it cannot be made
  explicit ScratchFolder(std::string_view name);
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gridlock
