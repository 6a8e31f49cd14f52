/// How long an execution may go on.  Only steps count, never time.
///
/// A kernel makes progress when one of its threads ends.  Other limits stop a program
/// that makes progress forever.  Stores, atomics and barriers are not progress: threads
/// that keep each other waiting execute these forever.  But such threads use few words.
/// So in a whole program, a kernel also makes progress if its atomic and volatile
/// accesses reach many more words than it has threads.  The machine checks the limits at
/// intervals; all steps since the last check count for the kernel of the running thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>

#include "protocol/cause.h"
#include "sim/device/device.h"
#include "sim/device/thread.h"
#include "sim/schedule/policy.h"

namespace gridlock::sim {

struct Tally {
  std::uint64_t steps = 0;          ///< Synchronization points.
  std::uint64_t host_accesses = 0;  ///< Strong accesses by host code.
  std::int64_t launches = 0;
};

struct Overrun {
  std::uint64_t steps = 0;
  /// Why the execution ends although it makes progress; nothing if it ends because there
  /// was no progress for `steps` steps.
  std::optional<RunsTooLong> despite_progress;
  /// An unfair schedule may be the reason that no thread has ended: a fair one must
  /// follow.
  bool may_be_unfair = false;
};

class Limits {
 public:
  /// Steps between two checks: a prime, so that the checks do not stay in step with a
  /// loop.
  static constexpr std::uint64_t kStepsBetweenLooks = 4093;

  /// \param allowance the factor by which code that makes progress may exceed the limits
  void begin(Patience patience, std::uint64_t allowance);
  bool is_due(std::uint64_t steps) const { return steps >= next_look_; }
  /// Adds the steps since the last check to those of the running kernel, if any.  Returns
  /// an overrun if a limit is exceeded.  Also returns one when the schedule must become
  /// fair, because the kernel has taken many steps in vain.
  std::optional<Overrun> look(const Tally& now, Kernel* kernel,
                              std::span<const Device> devices);
  /// A thread of a kernel is about to make an atomic or volatile access to this word.
  void reaches(std::uintptr_t word) { word_ = word; }
  /// A thread of the kernel has ended.
  void made_progress(Kernel& kernel, const Tally& now) {
    kernel.steps_in_vain = 0;
    progress_ = now;
    words_.clear();
  }

 private:
  Overrun without_progress(std::uint64_t steps, const Tally& now) const;

  bool host_is_busy(const Tally& now) const;
  bool reaches_new_words(std::uint64_t threads);

  bool fair_ = false;        ///< The schedule has been reported as perhaps unfair.
  std::uint64_t extra_ = 0;  ///< Added to every limit.
  std::uint64_t allowance_ = 1;
  std::uint64_t next_look_ = 0;  ///< The step of the next check.
  std::uint64_t looked_at_ = 0;  ///< The step of the last check.
  Tally progress_;               ///< The counts when a kernel last made progress.
  /// The word of the last strong access since the last check.
  std::uintptr_t word_ = 0;
  std::unordered_set<std::uintptr_t> words_;  ///< The words accessed since `progress_`.
};

}  // namespace gridlock::sim
