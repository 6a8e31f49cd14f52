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
  /// A box of bubblewrap's, and a control group: ResourceLimits::memory_bytes and
  /// ::processes hold for the program and all its descendants together.
  box_and_cgroup,
  /// A box of bubblewrap's, with limits for each process.  ::processes holds if
  /// Box::limits_processes().
  box,
  /// No namespaces: another user, who has no files but those of the view, with limits for
  /// each process and ::processes for all together.  It sees other processes, and may
  /// have
  /// a network.
  other_user,
  /// Nothing: our user's own rights.
  none,
};

inline constexpr std::array kBoxTiers{BoxTier::box_and_cgroup, BoxTier::box,
                                      BoxTier::other_user, BoxTier::none};

/// "A" for the strongest to "D" for none, as reports and the documentation call them.
std::string_view name(BoxTier tier);
/// The tier of that name; none for any other word.
BoxTier tier_from(std::string_view letter);
/// How code ran there, as the end of "It was compiled and run ...".
std::string_view description(BoxTier tier);

/// A box, or none.
class Box {
 public:
  /// No box: programs run with our own rights, as they are our user's own.
  Box() = default;
  /// No box, although others may have written the programs.
  static Box none(std::string why);

  /// This tier, if the machine allows it; else none().
  /// \param root a folder that it hides, even if it lies in one of the system's own
  static Box of(BoxTier tier, const std::filesystem::path& root);
  /// The strongest tier that this machine allows; found out once.  `why_not()` tells why
  /// it is no stronger one.
  /// \param root as of()
  static Box strongest(const std::filesystem::path& root);

  BoxTier tier() const { return tier_; }
  /// Whether programs run with our own rights.
  bool is_none() const { return tier_ == BoxTier::none; }
  /// Whether it is bubblewrap's.
  bool is_closed() const { return !program_.empty(); }
  /// Whether ResourceLimits::processes holds in it.
  bool limits_processes() const;
  /// Whether others than our user may have written the programs.
  bool is_for_strangers() const { return !is_none() || !why_not_.empty(); }
  /// Why the next stronger tier, or any, is missing: a sentence, and what to do; "" if
  /// this is the strongest, or if there needs to be none.
  const std::string& why_not() const { return why_not_; }

  /// The same program in the box; without one, the plan as it is.  Of its environment
  /// only what a compiler or a worker needs goes along.
  ///
  /// In a box of bubblewrap's the process is bubblewrap's: it exits as the program does,
  /// with 128 + n if signal n ended that.
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

/// The process that a box's process runs: its only descendant without children of its
/// own.  The box's own process where the system does not tell.
pid_t innermost_process(pid_t box);

}  // namespace gridlock
