/// \file
/// How a worker came to its end, and whose doing that was.
///
/// A worker may be killed or stopped by somebody else: the system, an administrator, a
/// batch system's limits.  That must not cost the submission points, and yet a submission
/// can do the same to itself.  What neither a limit of ours nor a fault of the program
/// explains is tried once more in a fresh worker; whoever does it again did it itself.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "common/child_process.h"
#include "common/verdict.h"

namespace gridlock {

/// How a worker came to its end before it had answered: crashed, timeout,
/// protocol_error, output_limit, out_of_memory or grader_error, and a sentence.
struct WorkerFate {
  Verdict verdict = Verdict::grader_error;
  std::string message;
  /// Set where somebody else may have done it: the verdict if it comes again.
  std::optional<Verdict> if_again{};

  bool is_unexplained() const { return if_again.has_value(); }
  /// The same, when a second worker has ended no better.
  WorkerFate come_again() const;
};

/// What the system says of a worker that has ended.
struct WorkerEnd {
  ChildEnd process;
  bool memory_ran_out = false;  ///< The system ended a process for that meanwhile.
};

/// The limits that the process had.
struct ProcessLimits {
  std::uint64_t memory_max = 0;  ///< Ours: real memory, in bytes.
  /// Of processor time, from outside (`ulimit -t`, a batch system); we set none.
  std::optional<double> cpu_seconds;
  /// A limit of file sizes from outside that is below ours, in a sentence; "" if none is.
  std::string file_limit{};
};

/// What became of a worker that ended by itself, or by a signal of somebody else's.
WorkerFate fate_of(const WorkerEnd& end, const ProcessLimits& limits);

/// Processes that the system has ended since it started because memory ran out; 0 where
/// it does not count them.
std::uint64_t processes_ended_for_memory();

/// The limit of processor time that a child of ours gets.
std::optional<double> inherited_cpu_limit();

/// The patience with a worker that says nothing.  A time in which it was stopped does not
/// count, nor one in which the checker was, nor one in which the machine gave the worker
/// next to no processor time.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  Patience(pid_t pid, Clock::time_point deadline);

  /// Looks at the process; cheap enough for every 50 ms.
  void look(Clock::time_point now);
  /// Until when the worker may be silent, as far as is known now.
  Clock::time_point deadline() const { return deadline_; }
  /// Why nobody waits longer; nothing while it is worth waiting.
  std::optional<WorkerFate> over(Clock::time_point now) const;

 private:
  pid_t pid_;
  Clock::time_point deadline_;
  Clock::duration limit_;
  Clock::time_point looked_at_;
  Clock::duration stopped_{0};  ///< How long it has been stopped.
  std::optional<double> cpu_at_first_;
  double cpu_seconds_ = 0;  ///< Used since the first look.
  char state_ = '?';        ///< As in /proc/PID/stat.
};

}  // namespace gridlock
