/// How a worker ended, and the cause.
///
/// Something else may kill or stop a worker: the system, an administrator, a batch
/// system's limits.  This must not cost the submission points, but a submission can also
/// end its own worker.  If neither one of our limits nor a fault of the program explains
/// the end, a fresh worker runs it once more; if it ends the same way, and the lab's
/// reference does not, the submission is at fault.  A worker's own explanation is treated
/// in the same way, since the submission may have sent it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "common/child_process.h"
#include "common/verdict.h"

namespace gridlock {

/// How a worker ended before it had answered: crashed, timeout, protocol_error,
/// output_limit, out_of_memory or grader_error, and a sentence.
struct WorkerFate {
  Verdict verdict = Verdict::grader_error;
  std::string message;
  /// Set if something other than the program may have ended the worker: the verdict if
  /// the next worker ends in the same way.
  std::optional<Verdict> if_again{};
  bool is_own_word = false;  ///< The worker itself has said what went wrong.
  int exit_code = 0;

  bool is_unexplained() const { return if_again.has_value(); }
  /// The fate if a second worker ends in the same way and there is no reference.
  WorkerFate after_second_attempt() const;
};

/// The system's report about a worker that has ended.
struct WorkerEnd {
  ChildEnd process;
  /// Whether the system killed a process for lack of memory while the worker ran.
  bool memory_ran_out = false;
};

struct ProcessLimits {
  std::uint64_t memory_max = 0;  ///< Our limit on resident memory, in bytes.
  /// The limit on processor time from outside (`ulimit -t`, a batch system).
  std::optional<double> cpu_seconds;
  /// A limit on file sizes, set from outside, that is below ours, as a sentence; else "".
  std::string file_limit{};
};

/// The fate of a worker that exited, or got a signal that we did not send.
WorkerFate fate_of(const WorkerEnd& end, const ProcessLimits& limits);

WorkerFate fate_by_own_word(const std::string& said);

/// How many processes the system has killed since it started because memory ran out; 0 if
/// it does not count them.
std::uint64_t processes_ended_for_memory();

/// The limit of processor time that our child processes get.
std::optional<double> inherited_cpu_limit();

/// How long to wait for a silent worker.  Time while the worker or the checker is stopped
/// does not count.  A worker may use as much processor time as the limit is long.  On a
/// crowded machine that takes longer, so the wait is extended, up to a bound.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  Patience(pid_t pid, Clock::time_point deadline);

  /// Watches this process from now on: the worker may be a descendant of what we started.
  void watch(pid_t pid) { pid_ = pid; }
  /// Samples the process; cheap enough for every 50 ms.
  void look(Clock::time_point now);
  /// Until when the worker may be silent, judging by the samples so far.
  Clock::time_point deadline() const { return deadline_; }
  /// Why waiting longer is pointless; nothing while it is not.
  std::optional<WorkerFate> over(Clock::time_point now);

 private:
  pid_t pid_;
  Clock::time_point deadline_;
  Clock::duration limit_;
  Clock::time_point looked_at_;
  Clock::duration stopped_{0};  ///< How long it has been stopped.
  Clock::duration crowded_{0};  ///< The extra time it got for want of a processor.
  std::optional<double> cpu_at_first_;
  double cpu_seconds_ = 0;  ///< The total since the first sample.
  char state_ = '?';        ///< As in /proc/PID/stat.
};

}  // namespace gridlock
