/// Reduces a schedule that shows a failure to the few choices that the failure needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/execution/options.h"
#include "sim/explain/findings.h"

namespace gridlock::sim {

struct Shown {
  std::string what;    ///< Equal for two runs that show the same.
  Deviations choices;  ///< The schedule's deviations.
  std::uint64_t steps = 0;
  /// The run ended in a fault, for which no history is kept; see Reported::fault.
  bool fault = false;
};

/// What a run showed: the key of the finding that ended it; else the key of the first
/// finding that is not advice, where a race counts only if `races_count`; else the
/// result.
/// \param result what the run returned, as text
Shown shown_by(const std::vector<Reported>& reports, bool races_count,
               const std::string& result);

using ScheduleRunner = std::function<Shown(const ExecutionOptions&)>;

/// The maximum number of runs for one call of `minimized`.
constexpr int kTrialsMax = 300;

/// A schedule that shows the same with as few deviations as a bounded number of runs can
/// find; `found` if its schedule is too long to be reduced.  Leaves out ever smaller
/// pieces, after Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (IEEE TSE 2002).
ExecutionOptions minimized(const ExecutionOptions& found, const ScheduleRunner& run);

}  // namespace gridlock::sim
