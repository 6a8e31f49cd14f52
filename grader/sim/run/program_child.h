/// One execution of a whole program, in a child process of its own.
///
/// The child starts as a copy of the worker, so that every schedule begins in the same
/// state, whatever the program does to its own; what it found comes back through a pipe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/child_process.h"
#include "common/descriptor.h"
#include "sim/explain/observations.h"
#include "sim/run/memory_watch.h"
#include "sim/run/simulation.h"

namespace gridlock::sim {

/// The key of the finding that a launch failed and the program did not ask for the error.
inline constexpr const char* kUnseenLaunchError = "unseen launch error";

/// The key of the advice on a call that failed before the program ended with an error.
inline constexpr const char* kFailedCall = "failed call";

/// The key of the advice that ExecutionOptions::decision asks for.
inline constexpr const char* kWhatDecided = "what decided";

/// The report of a child to its parent.
struct ChildReport {
  int exit_code = 0;
  bool exited = false;    ///< The program ran to its end.
  bool given_up = false;  ///< The parent did not want to wait any longer.
  /// Bytes that it held when the parent gave it up for using too much memory; filled in
  /// by the parent.
  std::uint64_t too_many_bytes = 0;
  std::optional<Finding> given_up_at;  ///< Where it was then, if it could tell.
  std::vector<Reported> reports;
  std::vector<Finding> stale;  ///< At most one, and only when a schedule is replayed.
  std::uint64_t accesses = 0;
  std::uint64_t steps = 0;
  bool depends_on_schedule = true;        ///< See Machine::depends_on_schedule.
  std::vector<Access> interleaving;       ///< Only when a schedule is replayed.
  std::string choices;                    ///< See ExecutionOptions::record_choices.
  std::vector<Observation> observations;  ///< See ExecutionOptions::note_observations.
  /// The reads of ExecutionOptions::watched_reads that were proposed to a
  /// compare-and-swap, and those that were used otherwise.
  std::vector<std::uint64_t> proposed_reads, other_reads;
  GRIDLOCK_FIELDS(exit_code, exited, given_up, reports, stale, accesses, steps,
                  depends_on_schedule, interleaving, choices, observations,
                  proposed_reads, other_reads)
};

/// Runs the program under one schedule.  Several may run at a time.
class ProgramChild {
 public:
  /// Starts it.  \throws std::runtime_error if no process can be made
  ProgramChild(Simulation& simulation, const ProgramCall& call, ExecutionOptions options);
  ProgramChild(const ProgramChild&) = delete;
  ProgramChild& operator=(const ProgramChild&) = delete;
  /// Ends it, if it has not.
  ~ProgramChild();

  const ExecutionOptions& options() const { return options_; }
  /// Waits for the end; to be called once.
  /// \param go_on is asked several times per second; if it says no, the child is ended,
  ///   and its report is empty but for `given_up`
  ChildReport report(const std::function<bool()>& go_on);
  /// Ends it at once, so that it takes no more memory.
  void end() const;
  /// How many bytes of memory it holds now.
  std::uint64_t held_bytes() const { return child_ < 0 ? 0 : resident_bytes(child_); }
  /// The output of the program, once it has ended.
  const std::string& printed() const { return printed_; }
  /// How many bytes it printed, of which `printed()` is the beginning.
  std::uint64_t printed_bytes() const { return printed_bytes_; }

 private:
  [[noreturn]] void run(int report, int output, const ProgramCall& call);
  ChildReport decode(const std::vector<std::uint8_t>& bytes, int status,
                     bool in_time) const;
  ChildReport without_report(int status, bool in_time) const;

  Simulation& simulation_;
  ExecutionOptions options_;
  pid_t child_ = -1;
  Descriptor from_child_;
  Descriptor output_;
  std::uint64_t* aborted_at_ = nullptr;  ///< Shared with the child: see note_aborts.
  std::chrono::steady_clock::time_point deadline_;
  std::string printed_;
  std::uint64_t printed_bytes_ = 0;
  long processor_seconds_ = 0;  ///< Set once it has ended.
};

}  // namespace gridlock::sim
