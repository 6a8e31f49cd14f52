/// One execution of a whole program, in a child process.
///
/// The child is a copy of the worker, so that every schedule begins in the same state.
/// The child's report comes back through a pipe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/child_process.h"
#include "common/descriptor.h"
#include "sim/explain/observations.h"
#include "sim/run/memory_watch.h"
#include "sim/run/simulation.h"

namespace gridlock::sim {

/// The key of the finding that a launch failed and the program never asked for the error.
inline constexpr const char* kUnseenLaunchError = "unseen launch error";

/// The key of the advice on a failed call.
inline constexpr const char* kFailedCall = "failed call";

/// The key of the advice that ExecutionOptions::decision requests.
inline constexpr const char* kWhatDecided = "what decided";

struct ChildReport {
  int exit_code = 0;
  bool exited = false;    ///< The program ran to its end.
  bool given_up = false;  ///< The parent stopped waiting.
  /// How many bytes the child held when the parent ended it for using too much memory;
  /// filled in by the parent.
  std::uint64_t too_many_bytes = 0;
  /// Where the child was when the parent stopped waiting, if it could tell.
  std::optional<Finding> given_up_at;
  std::vector<Reported> reports;
  std::vector<Finding> stale;  ///< At most one; only with a recorded history.
  /// Shuffles that read lanes which take no part; each names one access.
  std::vector<Finding> absent_lanes;
  std::uint64_t copied_to_host = 0;  ///< See Counters::copied_to_host.
  std::uint64_t accesses = 0;
  std::uint64_t steps = 0;
  bool depends_on_schedule = true;        ///< See Execution::depends_on_schedule.
  std::vector<Access> interleaving;       ///< Only with a recorded history.
  std::string choices;                    ///< See ExecutionOptions::record_choices.
  std::vector<Observation> observations;  ///< See ExecutionOptions::note_observations.
  /// The reads of ExecutionOptions::watched_reads that were proposed to a
  /// compare-and-swap, and those that were used otherwise.
  std::vector<std::uint64_t> proposed_reads, other_reads;
  GRIDLOCK_FIELDS(exit_code, exited, given_up, reports, stale, absent_lanes,
                  copied_to_host, accesses, steps, depends_on_schedule, interleaving,
                  choices, observations, proposed_reads, other_reads)
};

/// The report of the present execution, at its end.
ChildReport report_at_end(int exit_code, bool exited);
/// Waits for the streams of a program that ends, and reports calls whose errors it
/// dropped.
void finish_program(int exit_code);

/// Runs the program with one schedule.  Several children may run at a time.
class ProgramChild {
 public:
  /// Starts the child.  \throws std::runtime_error if no process can be made
  ProgramChild(Simulation& simulation, const ProgramCall& call, ExecutionOptions options);
  ProgramChild(const ProgramChild&) = delete;
  ProgramChild& operator=(const ProgramChild&) = delete;
  /// Ends the child if it still runs.
  ~ProgramChild();

  const ExecutionOptions& options() const { return options_; }
  /// Waits for the child's end.  May be called once.
  /// \param go_on is asked several times per second; if it returns false, the child is
  /// ended, and of its report only `given_up` is set
  ChildReport report(const std::function<bool()>& go_on);
  /// Ends the child at once, so that it takes no more memory.
  void end() const;
  /// How many bytes of memory the child holds now.
  std::uint64_t held_bytes() const { return child_ < 0 ? 0 : resident_bytes(child_); }
  /// The program's output, once it has ended.
  const std::string& printed() const { return printed_; }
  /// How many bytes the program printed; `printed()` has the first of them.
  std::uint64_t printed_bytes() const { return printed_bytes_; }

 private:
  [[noreturn]] void run(int report, int output, const ProgramCall& call);
  ChildReport decode(std::string_view bytes, int status, bool in_time) const;
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
  long processor_seconds_ = 0;  ///< Known once the child has ended.
};

}  // namespace gridlock::sim
