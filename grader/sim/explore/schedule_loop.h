/// The order in which an exploration runs its schedules, of scenarios and of programs.
#pragma once

#include <functional>

#include "sim/explore/minimize.h"
#include "worker/executor.h"

namespace gridlock::sim {

/// The outcome of one execution, for the loop.
struct Ran {
  bool go_on = true;   ///< The answer of the checker.
  bool raced = false;  ///< There was a data race.
  /// False if any other schedule has the same effect.
  bool depends_on_schedule = true;
  bool cut = false;  ///< It did not end within the budget; it does not count.
  std::uint64_t steps = 0;
  std::uint64_t accesses = 0;
};

/// Runs the first schedules.  Then runs every schedule if they are few (see
/// exhaustive.h), or otherwise the rest of the requested number.  For a replay, runs only
/// that schedule, reduced first if requested.
///
/// \param options device, and what counts as wrong
/// \param run_one runs one schedule and reports what it shows
/// \param trial runs one schedule without reporting it
/// \param ahead if given: starts a schedule before its turn and reports nothing of it
///        until `run_one` is called with the same options, which may never happen
/// \param ahead_max how many schedules may be started before their turn
Summary run_schedules(const Exploration& how, ExecutionOptions options, Sink& sink,
                      const std::function<Ran(const ExecutionOptions&)>& run_one,
                      const ScheduleRunner& trial,
                      const std::function<void(const ExecutionOptions&)>& ahead = nullptr,
                      std::uint64_t ahead_max = 0);

/// The name of an execution of the exhaustive search: its choices.
ExecutionOptions named(ExecutionOptions options, const Deviations& choices);

}  // namespace gridlock::sim
