/// \file
/// The box in which strangers' code is compiled and run, made by bubblewrap.
///
/// A program in the box has namespaces of its own: it sees the system's programs and
/// libraries and what its view names, at the same places as outside, and nothing else of
/// the file system; no process but its own; no network.  It can write to nothing but the
/// view's writable folders, and all its processes end with the one that we started.
///
/// Whether there is a box changes no verdict.  A worker's own rules about system calls
/// are in worker/confine.h.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/child_process.h"

namespace gridlock {

/// What a program in the box sees besides the system's own folders.
struct BoxView {
  std::vector<std::filesystem::path> readable;  ///< Files, and folders with all in them.
  std::vector<std::filesystem::path> writable;
  bool gpu = false;  ///< The devices of NVIDIA's driver.
};

/// A box, or none.
class Box {
 public:
  /// None: programs run with our own rights, as they are our user's own.
  Box() = default;
  /// None, although others may have written the programs.
  static Box none(std::string why);

  /// The box that this machine allows; found out once.  It hides the folder `root`, even
  /// if it lies in one of the system's own.  If there can be none, `why_not()` tells why.
  static Box strongest(const std::filesystem::path& root);

  bool is_closed() const { return !program_.empty(); }
  /// Whether others than our user may have written what it is for.
  bool is_for_strangers() const { return is_closed() || !why_not_.empty(); }
  /// Why there is none although there should be: a sentence, and what to do; "" if there
  /// is one, or needs to be none.
  const std::string& why_not() const { return why_not_; }

  /// The same program in the box; without one, the plan as it is.  Of its environment
  /// only what a compiler or a worker needs goes along.
  ///
  /// The process is bubblewrap's: it exits as the program does, with 128 + n if signal n
  /// ended that.
  ChildPlan around(ChildPlan plan, const BoxView& view) const;

 private:
  std::filesystem::path program_;  ///< Of bubblewrap.
  std::filesystem::path root_;
  std::string why_not_;
};

/// The process that a box's process runs: its only descendant without children of its
/// own.  The box's own process where the system does not tell.
pid_t innermost_process(pid_t box);

}  // namespace gridlock
