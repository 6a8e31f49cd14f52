/// Notices that a source file of a folder was saved, by any editor.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "common/descriptor.h"

namespace gridlock {

/// The .cu files and headers of a folder and of the folders in it.
///
/// The kernel's events (inotify) only say when to look; what counts is whether a file's
/// time, size or inode has changed.  So it does not matter whether the editor writes
/// the file or puts another in its place.  Changes in folders without events, such as
/// those of other machines, are also noticed, within `kLookInterval`.
class SavedFiles {
 public:
  using Clock = std::chrono::steady_clock;

  /// Interval at which to call `changed` without an event.
  static constexpr std::chrono::milliseconds kLookInterval{1000};

  /// Marks the current state of the folder as seen.
  explicit SavedFiles(std::filesystem::path folder);

  /// Becomes readable when something may have changed; -1 if there are no events here.
  int descriptor() const { return events_.get(); }

  /// Whether something was saved, deleted or moved since the last call that returned
  /// true.  A change counts when nothing has changed for a moment: an editor may take
  /// several steps to save.
  bool changed();

  /// How long to wait at most before the next call of `changed`.
  std::chrono::milliseconds patience() const;

 private:
  /// What identifies a file: its time in ns, size and inode.
  struct Identity {
    std::int64_t time_ns;
    std::int64_t size;
    std::uint64_t inode;
    bool operator==(const Identity&) const = default;
  };
  using Files = std::map<std::string, Identity>;

  void listen_to(const std::filesystem::path& folder);
  void drain_events();
  Files look();

  std::filesystem::path folder_;
  Descriptor events_;
  Files known_;
  Files latest_;
  Clock::time_point still_since_;
};

}  // namespace gridlock
