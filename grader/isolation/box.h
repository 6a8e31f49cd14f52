/// The box in which strangers' code is compiled and run, and its substitutes where no box
/// can be made.
///
/// A program in a box of bubblewrap's has namespaces of its own: it sees the system's
/// programs and libraries and what its view names, at the same places as outside, and
/// nothing else of the file system; no process but its own; no network.  It can write to
/// nothing but the view's writable folders, and all its processes end with the one that
/// we started.
///
/// The tier changes no verdict.  A worker's own rules about system calls are in
/// worker/confine.h.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "common/child_process.h"
#include "isolation/cgroup.h"
#include "isolation/view.h"

namespace gridlock {

/// The isolation of strangers' code; the strongest comes first.
enum class BoxTier {
  /// A box made by bubblewrap, and a control group: ResourceLimits::memory_bytes and
  /// ::processes hold for the program and all its descendants together.
  box_and_cgroup,
  /// A box made by bubblewrap, with limits for each process.  ::processes holds if
  /// Box::limits_processes().
  box,
  /// No namespaces: the program runs as another user, who may use only the files of the
  /// view.  Limits hold for each process, except ::processes, which counts all processes
  /// of that user.  The program sees other processes, and may have a network.
  other_user,
  /// No isolation: the program has our user's own rights.
  none,
};

inline constexpr std::array kBoxTiers{BoxTier::box_and_cgroup, BoxTier::box,
                                      BoxTier::other_user, BoxTier::none};

/// "A" for the strongest to "D" for none, as reports and the documentation call them.
std::string_view name(BoxTier tier);
/// The tier with that name; BoxTier::none for any other word.
BoxTier tier_from(std::string_view letter);
/// How code ran in this tier, as the end of "It was compiled and run ...".
std::string_view description(BoxTier tier);

/// The isolation of programs, or none.
class Box {
 public:
  /// No box: programs run with our own rights, because our user wrote them.
  Box() = default;
  /// No box, although others may have written the programs.
  static Box none(std::string why);

  /// A box of this tier, if the machine allows it; else none().
  /// \param root a folder to hide in the box, even if it lies in one of the system's
  static Box of(BoxTier tier, const std::filesystem::path& root);
  /// The strongest tier that this machine allows; determined once.  `why_not()` tells why
  /// there is no stronger one.
  /// \param root the same as for of()
  static Box strongest(const std::filesystem::path& root);

  BoxTier tier() const { return tier_; }
  /// Whether programs run with our own rights.
  bool is_none() const { return tier_ == BoxTier::none; }
  /// Whether bubblewrap makes the box.
  bool is_closed() const { return !program_.empty(); }
  /// Whether ResourceLimits::processes holds in the box.
  bool limits_processes() const;
  /// Whether someone other than our user may have written the programs.
  bool is_for_strangers() const { return !is_none() || !why_not_.empty(); }
  /// Why there is no stronger tier, or none at all, as a sentence, and what to do; "" if
  /// this is the strongest tier, or no box is needed.
  const std::string& why_not() const { return why_not_; }

  /// The plan for running this program in the box; `plan` itself if there is no box.  It
  /// keeps only the environment variables that a compiler or a worker needs.
  ///
  /// In a box made by bubblewrap, the process is bubblewrap, which exits as the program
  /// does: with 128 + n if signal n ended the program.
  /// \throws std::system_error if there can be no control group or user for it
  ChildPlan around(ChildPlan plan, const BoxView& view) const;

 private:
  BoxTier tier_ = BoxTier::none;
  std::filesystem::path program_;  ///< Bubblewrap's path.
  CgroupPlace cgroups_;
  bool has_user_inside_ = false;  ///< In tier B: see isolation/user_in_box.h.
  std::filesystem::path root_;
  std::string why_not_;
};

/// The process that a box runs: the only descendant of bubblewrap without children of its
/// own; bubblewrap itself if the system does not list children.
pid_t innermost_process(pid_t box);

}  // namespace gridlock
