/// The order in which an exploration of a scenario or a program runs schedules.
#pragma once

#include <functional>

#include "protocol/executor.h"
#include "sim/explore/minimize.h"

namespace gridlock::sim {

/// What the loop needs to know of an execution.
struct Ran {
  bool go_on = true;   ///< The checker's answer: continue.
  bool raced = false;  ///< There was a data race.
  /// False if all other schedules have the same effect.
  bool depends_on_schedule = true;
  bool cut = false;  ///< It did not end within the budget, so it does not count.
  std::uint64_t steps = 0;
  std::uint64_t accesses = 0;
};

/// Runs some sampled schedules.  Then tries to run all schedules, if executions are short
/// (see exhaustive.h); if there are too many, runs the rest of the requested number.
/// Ends early if nothing depends on the schedule, if a run asks to stop, or when the work
/// or the time is spent.  For a replay, runs only that schedule, and first reduces it if
/// requested.
///
/// \param options the device, and what counts as wrong
/// \param run_one runs one schedule and reports what it shows
/// \param trial runs one schedule without reporting it
/// \param ahead if given: starts a schedule before its turn, and reports nothing of it
/// until `run_one` is called with the same options, which may never happen
/// \param ahead_max how many schedules may be started before their turn
Summary run_schedules(const Exploration& how, ExecutionOptions options, Sink& sink,
                      const std::function<Ran(const ExecutionOptions&)>& run_one,
                      const ScheduleRunner& trial,
                      const std::function<void(const ExecutionOptions&)>& ahead = nullptr,
                      std::uint64_t ahead_max = 0);

/// The options of an execution of the exhaustive search, with `choices` instead of the
/// search's branch; options of any other execution are returned unchanged.
ExecutionOptions named(ExecutionOptions options, const Deviations& choices);

}  // namespace gridlock::sim
