/// Reduces a schedule that shows a failure to the few choices that it needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/execution/options.h"
#include "sim/explain/findings.h"

namespace gridlock::sim {

/// The outcome of a run of one schedule.
struct Shown {
  std::string what;    ///< Equal for two runs that show the same.
  Deviations choices;  ///< The deviations of the schedule.
  std::uint64_t steps = 0;
  /// It ended in a fault, for which no history is kept; see Reported::fault.
  bool fault = false;
};

/// Names the outcome of a run by the key of the finding that ended it, or else of the
/// first finding that is not advice; a race counts only if `races_count`.  Without a
/// finding, the result names it.
/// \param result what it returned, as text
Shown shown_by(const std::vector<Reported>& reports, bool races_count,
               const std::string& result);

/// Runs the schedule that the options name.
using ScheduleRunner = std::function<Shown(const ExecutionOptions&)>;

/// Runs of a schedule that `minimized` makes at most.
constexpr int kTrialsMax = 300;

/// A schedule that shows the same with fewer deviations: as few as leaving some out
/// achieves in a bounded number of runs.  The options themselves if the schedule is too
/// long for that.  Leaves out ever smaller pieces, after Zeller and Hildebrandt,
/// "Simplifying and Isolating Failure-Inducing Input" (IEEE TSE 2002).
ExecutionOptions minimized(const ExecutionOptions& found, const ScheduleRunner& run);

}  // namespace gridlock::sim
