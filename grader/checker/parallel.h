/// \file
/// Checks in several processes at once.
///
/// A check runs in a child of ours: doctest knows one running case, and a process of its
/// own cannot disturb another's.  The children are trusted as we are; each has workers of
/// its own.  Results come in the order of the checks, so that neither the number of
/// processes nor their speed changes what is said.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "checker/record.h"
#include "common/processors.h"

namespace gridlock {

/// How many checks of a lab `grade` runs at once; at first as many as there are
/// processors.
unsigned checks_at_once();
void set_checks_at_once(unsigned jobs);

/// Results of `count` checks, made by up to `jobs` child processes.
class ParallelChecks {
 public:
  /// Starts the children.  `run` is called in them, once for each index.
  /// \throws std::system_error if there can be no process
  ParallelChecks(std::size_t count, unsigned jobs,
                 const std::function<CheckRun(std::size_t)>& run);
  ParallelChecks(const ParallelChecks&) = delete;
  ParallelChecks& operator=(const ParallelChecks&) = delete;
  /// Ends the children.
  ~ParallelChecks();

  /// The result of this check, as soon as it is there; grader_error if the process that
  /// ran it ended without one.  \throws Interrupted
  CheckRun result(std::size_t index);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridlock
