/// One request to a worker, from its first frame to its summary.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include "checker/worker_pool.h"
#include "protocol/messages.h"

namespace gridlock {

/// The most schedules that an exploration runs in an attempt to run all that exist.
constexpr std::uint64_t kExhaustiveMax = 2000;

/// Receives the results of a running exploration.  Each call returns whether the
/// exploration should go on; after the first false there are no more calls.
class ExplorationHandler {
 public:
  virtual ~ExplorationHandler() = default;
  virtual bool outcome(const Outcome&) { return true; }
  virtual bool finding(const Finding&) { return true; }
  virtual bool program_result(const ProgramResult&) { return true; }
  /// A sign of life after this many executions; 0 if the worker gives no number.
  virtual void progress(std::uint64_t /*schedules*/) {}
};

/// How an exploration ended: with either a summary or a fate.
struct ExplorationEnd {
  std::optional<Summary> summary;
  std::optional<WorkerFate> fate;  ///< The worker is gone, or could not explore.
  /// The exception of the handler; the exploration was then stopped in an orderly way.
  std::exception_ptr thrown;
  double seconds = 0;  ///< Measured by our clock.
};

/// Whether the summary claims more than any simulator can do in this time: more than a
/// million executions per second, or 200 million accesses.  The worker may then have made
/// the summary up.  No verdict depends on time, so a person must look.
bool is_implausible(const Summary& summary, double seconds);

/// Sends the request to the worker and passes its results on to the handler.
/// \throws Interrupted
ExplorationEnd explore_with(ReadyWorker& worker, const ExploreRequest& request,
                            ExplorationHandler& handler);

/// Sends a request to run a whole program; otherwise as explore_with().
ExplorationEnd run_with(ReadyWorker& worker, const RunRequest& request,
                        ExplorationHandler& handler);

}  // namespace gridlock
