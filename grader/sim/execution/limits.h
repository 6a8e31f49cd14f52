/// \file
/// How long an execution may go on.  Only steps count, never time.
///
/// Progress is that a thread of a kernel comes to its end.  There are so many of them and
/// no more, so that whatever makes progress for ever is found out by the other bounds.
/// Stores, atomics and barriers are none: threads that keep each other waiting go through
/// them for ever.  Steps are counted where the machine looks around, so each one of a
/// kernel stands for all since the look before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "protocol/cause.h"
#include "sim/device/device.h"
#include "sim/device/thread.h"
#include "sim/schedule/policy.h"

namespace gridlock::sim {

/// What has been counted in an execution so far.
struct Tally {
  std::uint64_t steps = 0;          ///< Synchronization points.
  std::uint64_t host_accesses = 0;  ///< Strong ones of host code.
  std::int64_t launches = 0;
};

/// An execution has gone on for too long.
struct Overrun {
  std::uint64_t steps = 0;
  /// Nothing if there was no progress in so many steps; else why it ends all the same.
  std::optional<RunsTooLong> despite_progress;
};

class Limits {
 public:
  /// Steps between two looks.  A prime: it is not in step with a loop that comes round.
  static constexpr std::uint64_t kStepsBetweenLooks = 4093;

  void begin(Patience patience);
  /// Whether it is time to look.
  bool is_due(std::uint64_t steps) const { return steps >= next_look_; }
  /// Counts what was done since the last look for the kernel of the running thread, if it
  /// is of one.  Returns what is too much.
  std::optional<Overrun> look(const Tally& now, Kernel* kernel,
                              std::span<const Device> devices);
  /// A thread of the kernel has come to its end.
  void made_progress(Kernel& kernel, const Tally& now) {
    kernel.steps_in_vain = 0;
    progress_ = now;
  }

 private:
  Overrun without_progress(std::uint64_t steps, const Tally& now) const;

  std::uint64_t extra_ = 0;      ///< What everything may have on top.
  std::uint64_t next_look_ = 0;  ///< The step at which to look.
  std::uint64_t looked_at_ = 0;  ///< The step of the last look.
  Tally progress_;               ///< When a thread of a kernel last came to its end.
};

}  // namespace gridlock::sim
