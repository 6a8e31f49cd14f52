/// How long an execution may go on.  Only steps count, never time.
///
/// A kernel makes progress when one of its threads ends.  The number of threads is
/// finite, so the other bounds stop a program that makes progress forever.  Stores,
/// atomics and barriers are not progress: threads that keep each other waiting execute
/// these forever.  But they do so on few words: in a whole program, a kernel makes
/// progress, too, if its atomic and volatile accesses reach many more words than it has
/// threads. Steps are counted where the machine looks around: all steps since the
/// previous look count for the kernel of the running thread.
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

/// The counts of an execution so far.
struct Tally {
  std::uint64_t steps = 0;          ///< Synchronization points.
  std::uint64_t host_accesses = 0;  ///< Strong ones of host code.
  std::int64_t launches = 0;
};

/// An execution has gone on for long, or for too long.
struct Overrun {
  std::uint64_t steps = 0;
  /// Nothing if there was no progress in so many steps; otherwise why the execution ends
  /// despite progress.
  std::optional<RunsTooLong> despite_progress;
  /// Only the schedule may be why no thread has ended: a fair one is to go on.
  bool may_be_unfair = false;
};

class Limits {
 public:
  /// Steps between two looks.  A prime, so that it does not stay in step with a loop.
  static constexpr std::uint64_t kStepsBetweenLooks = 4093;

  /// \param allowance the factor of the limits for code that makes progress
  void begin(Patience patience, std::uint64_t allowance);
  /// Whether it is time to look.
  bool is_due(std::uint64_t steps) const { return steps >= next_look_; }
  /// Counts the steps since the last look for the kernel of the running thread, if it has
  /// one.  Returns the limit that is exceeded, if any; once before, a part of it.
  std::optional<Overrun> look(const Tally& now, Kernel* kernel,
                              std::span<const Device> devices);
  /// A thread of a kernel is about to access this word by an atomic or volatile access.
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

  bool fair_ = false;        ///< It has been said that the schedule may be unfair.
  std::uint64_t extra_ = 0;  ///< Added to every limit.
  std::uint64_t allowance_ = 1;
  std::uint64_t next_look_ = 0;  ///< The step at which to look.
  std::uint64_t looked_at_ = 0;  ///< The step of the last look.
  Tally progress_;               ///< At the time a kernel last made progress.
  std::uintptr_t word_ = 0;      ///< The word of the last strong access since.
  std::unordered_set<std::uintptr_t> words_;  ///< The words since `progress_`.
};

}  // namespace gridlock::sim
