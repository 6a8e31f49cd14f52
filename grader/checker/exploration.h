/// \file
/// One request to a worker, from its first frame to its summary.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include "checker/worker_pool.h"
#include "protocol/messages.h"

namespace gridlock {

/// Executions beyond which an exploration does not try to run every schedule.
constexpr std::uint64_t kExhaustiveMax = 2000;

/// What the asker wants to know while an exploration runs.  Each call returns whether
/// the exploration should go on; after the first false none is called any more.
class ExplorationHandler {
 public:
  virtual ~ExplorationHandler() = default;
  virtual bool outcome(const Outcome&) { return true; }
  virtual bool finding(const Finding&) { return true; }
  virtual bool program_result(const ProgramResult&) { return true; }
};

/// How it ended: there is either a summary or a fate.
struct ExplorationEnd {
  std::optional<Summary> summary;
  std::optional<WorkerFate> fate;  ///< The worker is gone, or could not do it.
  /// What the handler threw; the exploration was then stopped in an orderly way.
  std::exception_ptr thrown;
};

/// Asks the worker and passes on what it says.
/// \throws Interrupted
ExplorationEnd explore_with(ReadyWorker& worker, const ExploreRequest& request,
                            ExplorationHandler& handler);

/// The same for a whole program.
ExplorationEnd run_with(ReadyWorker& worker, const RunRequest& request,
                        ExplorationHandler& handler);

}  // namespace gridlock
