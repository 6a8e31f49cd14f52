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

using RunAgain = std::function<std::vector<Reported>(const ExecutionOptions&)>;

/// The finding with its history, which was not kept when the finding was made.
///
/// A loop that waits by plain reads is recognized only if it repeats.  If its first read
/// sees the awaited value, its race looks like any other.  So the first schedules are
/// tried as well: if the loop repeats in one of them, the race is reported as a wait.
///
/// \param options the options of the schedule that showed the finding
/// \param accesses the number of accesses of that schedule: a long schedule is not
/// searched for a wait
/// \param keys gets the key of the race that is reported as a wait
Finding explained(const ExecutionOptions& options, const Reported& found,
                  std::uint64_t accesses, const RunAgain& run,
                  std::set<std::string>& keys);

}  // namespace gridlock::sim
