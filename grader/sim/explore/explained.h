/// Runs schedules again to show findings in the form for the student.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "sim/execution/options.h"
#include "sim/explain/findings.h"

namespace gridlock::sim {

/// Runs a schedule and returns its reports.
using RunAgain = std::function<std::vector<Reported>(const ExecutionOptions&)>;

/// The finding with its history, which was not kept when it was found.
///
/// If a loop waits by plain reads, and its first read sees the awaited value, the report
/// cannot tell that read, and its race, from any other.  Under another schedule the loop
/// repeats, so the same race is seen to be a wait.  If one of the first schedules shows
/// that, the race is reported as that wait.
///
/// \param options those of the schedule that showed the finding
/// \param accesses how many accesses it made: a long execution is not searched for a wait
/// \param keys gets the key of the race that is reported as a wait
Finding explained(const ExecutionOptions& options, const Reported& found,
                  std::uint64_t accesses, const RunAgain& run,
                  std::set<std::string>& keys);

}  // namespace gridlock::sim
