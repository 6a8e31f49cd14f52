/// Checks in several processes at once.
///
/// Each check runs in a child process, because doctest allows only one running case, and
/// so that checks cannot disturb each other.  The children are trusted; each has its own
/// workers.  Results come in the order of the checks, so that neither the number of
/// processes nor their speed changes the report.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "checker/record.h"
#include "common/processors.h"

namespace gridlock {

/// How many checks of a lab `grade` runs at once; by default as many as there are
/// processors.
unsigned checks_at_once();
void set_checks_at_once(unsigned jobs);

/// The results of `count` checks, from up to `jobs` child processes.
class ParallelChecks {
 public:
  /// Starts the children, which call `run` once for each index.
  /// \throws std::system_error if no process can be started
  ParallelChecks(std::size_t count, unsigned jobs,
                 const std::function<CheckRun(std::size_t)>& run);
  ParallelChecks(const ParallelChecks&) = delete;
  ParallelChecks& operator=(const ParallelChecks&) = delete;
  ~ParallelChecks();  ///< Ends the children.

  /// Waits for the result of this check; grader_error if the process that ran it ended
  /// without a result.  \throws Interrupted
  CheckRun result(std::size_t index);

  /// Waits until no child runs any more.  \throws Interrupted
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridlock
