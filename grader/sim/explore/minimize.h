/// \file
/// Reduces a schedule that shows something to the few choices that it takes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/execution/options.h"
#include "sim/explain/findings.h"

namespace gridlock::sim {

/// What a run of one schedule showed.
struct Shown {
  std::string what;    ///< Equal for two runs that show the same.
  Deviations choices;  ///< What the schedule did.
  std::uint64_t steps = 0;
  bool fault = false;  ///< It ended where no history is kept; see Reported::fault.
};

/// The finding that a run is about, by its key: the one that ended it, else the first
/// that is no advice; a race only if `races_count`.  Without one it is about its result.
/// \param result what it returned, as text
Shown shown_by(const std::vector<Reported>& reports, bool races_count,
               const std::string& result);

/// Runs the schedule that the options name.
using ScheduleRunner = std::function<Shown(const ExecutionOptions&)>;

/// Runs of a schedule that `minimized` makes at most.
constexpr int kTrialsMax = 300;

/// A schedule that shows the same with as few deviations as can be found by leaving
/// some out, in a bounded number of runs; the options themselves if it is too long for
/// that.  Leaves out ever smaller pieces, after Zeller and Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input" (IEEE TSE 2002).
ExecutionOptions minimized(const ExecutionOptions& found, const ScheduleRunner& run);

}  // namespace gridlock::sim
