#include "cli/state_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "common/scratch_folder.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Number of names to try below the folder for temporary files.
constexpr int kNamesMax = 9;

bool may_write(const fs::path& folder) {
  return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

/// Whether it is a folder, not a link, of our user's, without the forbidden rights.
bool is_own_folder(const fs::path& folder, mode_t forbidden_rights) {
  struct stat status = {};
  return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & forbidden_rights) == 0;
}

/// The folder that an environment variable names; "" unless it is an absolute path and
/// not the root of the file system, which some systems give to users without a home.
fs::path folder_from(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path folder = value ? value : "";
  return folder.is_absolute() && folder.has_relative_path() ? folder : fs::path();
}

/// Makes `below` only in a `folder` that exists already, so that a mistaken path
/// creates nothing.
bool make_in(const fs::path& folder, const fs::path& below) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  fs::create_directories(folder / below, error);
  return may_write(folder / below);
}

/// $XDG_CACHE_HOME/gridlock or $HOME/.cache/gridlock, "" if neither is available.
/// Another user's home, as sudo may leave it, does not count: its owner could not write
/// to what we make there.
fs::path in_cache() {
  const fs::path cache = folder_from("XDG_CACHE_HOME");
  if (!cache.empty() && make_in(cache.parent_path(), cache.filename() / "gridlock"))
    return cache / "gridlock";
  const fs::path home = folder_from("HOME");
  struct stat status = {};
  const bool own = ::stat(home.c_str(), &status) == 0 && status.st_uid == ::geteuid();
  return own && make_in(home, ".cache/gridlock") ? home / ".cache/gridlock" : fs::path();
}

/// A folder of the user's own below the temporary folder, where everybody may make
/// folders of any name; "" if there is none.
fs::path in_temporary(const std::function<void(const std::string&)>& say) {
  const fs::path folder = temporary_folder();
  const std::string name = fmt::format("gridlock-{}", ::geteuid());
  for (int number = 1; number <= kNamesMax && !folder.empty(); ++number) {
    const fs::path own =
        folder / (number == 1 ? name : fmt::format("{}-{}", name, number));
    const bool made = ::mkdir(own.c_str(), S_IRWXU) == 0;
    if (!made && errno != EEXIST) return {};
    if (!made && !is_own_folder(own, S_IWGRP | S_IWOTH)) continue;
    if (number > 1)
      say(fmt::format(
          "{} belongs to another user, or others may write to it, so it is not "
          "used.  Progress and modules are kept in {}.",
          (folder / name).string(), own.string()));
    return own;
  }
  return {};
}

}  // namespace

fs::path state_folder(const fs::path& build_dir,
                      const std::function<void(const std::string&)>& say) {
  std::error_code error;
  fs::create_directories(build_dir, error);
  if (may_write(build_dir)) return build_dir;
  if (fs::path cache = in_cache(); !cache.empty()) return cache;
  if (fs::path temporary = in_temporary(say); !temporary.empty()) return temporary;
  say(
      fmt::format("There is no folder to write to: neither {} nor $XDG_CACHE_HOME, "
                  "$HOME/.cache or $TMPDIR is writable.  Name one: "
                  "XDG_CACHE_HOME=FOLDER ./gridlock ...",
                  build_dir.string()));
  return build_dir;
}

}  // namespace gridlock
