#include "cli/loop/saved_files.h"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

namespace gridlock {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A change counts when nothing else has changed for this long; a file that has
/// disappeared gets more time to come back.  Deeper folders and further files are not
/// watched.
constexpr std::chrono::milliseconds kStillness = 60ms;
constexpr std::chrono::milliseconds kAbsence = 400ms;
constexpr int kFolderDepthMax = 3;
constexpr std::size_t kFilesMax = 1000;

/// Whether the file is source.  Editors' own files begin with a dot or a hash, or have
/// other endings.
bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 7> kEndings{".cu",  ".cuh", ".h",  ".hpp",
                                                     ".hxx", ".inl", ".inc"};
  const std::string name = file.filename().string();
  if (name.starts_with('.') || name.starts_with('#')) return false;
  return std::ranges::find(kEndings, file.extension().string()) != kEndings.end();
}

}  // namespace

SavedFiles::SavedFiles(fs::path folder)
    : folder_(std::move(folder)), events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  known_ = latest_ = look();
  still_since_ = Clock::now();
}

void SavedFiles::listen_to(const fs::path& folder) {
  if (!events_.is_open()) return;
  // Adding a folder again changes nothing.
  ::inotify_add_watch(events_.get(), folder.c_str(),
                      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                          IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF);
}

void SavedFiles::drain_events() {
  char buffer[1 << 12];
  while (events_.is_open() && ::read(events_.get(), buffer, sizeof buffer) > 0) {
  }
}

SavedFiles::Files SavedFiles::look() {
  Files files;
  std::error_code error;
  listen_to(folder_);
  fs::recursive_directory_iterator entry(folder_, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    const fs::path& path = entry->path();
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) {
      if (entry.depth() >= kFolderDepthMax || path.filename().string().starts_with('.'))
        entry.disable_recursion_pending();
      else
        listen_to(path);
    } else if (S_ISREG(status.st_mode) && is_source(path) && files.size() < kFilesMax) {
      files[path.string()] = {
          std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
          status.st_size, status.st_ino};
    }
  }
  return files;
}

bool SavedFiles::changed() {
  drain_events();
  Files now = look();
  if (now != latest_) {
    latest_ = std::move(now);
    still_since_ = Clock::now();
    return false;
  }
  if (latest_ == known_) return false;
  bool missing = false;
  for (const auto& [path, identity] : known_) missing |= !latest_.contains(path);
  if (Clock::now() - still_since_ < (missing ? kAbsence : kStillness)) return false;
  known_ = latest_;
  return true;
}

std::chrono::milliseconds SavedFiles::patience() const {
  return latest_ == known_ ? kLookInterval : 20ms;
}

}  // namespace gridlock
