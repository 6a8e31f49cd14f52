/// Runs schedules again to show a finding as a reader should see it.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "sim/execution/options.h"
#include "sim/explain/findings.h"

namespace gridlock::sim {

/// Runs a schedule and returns what it reported.
using RunAgain = std::function<std::vector<Reported>(const ExecutionOptions&)>;

/// The finding with its history, which is not kept the first time.
///
/// A loop that waits with ordinary reads and finds at once what it waits for looks like
/// any other read, and the race between the two like any other.  Under another schedule
/// the same two lines clash the other way round, and the loop shows.  So if one of the
/// first schedules shows a race as a wait, it is reported as that wait.
///
/// \param options with which it was found, for exactly this schedule
/// \param accesses how many the execution had: a long one is not searched for a wait
/// \param keys gets the key of the race that is the same wait
Finding explained(const ExecutionOptions& options, const Reported& found,
                  std::uint64_t accesses, const RunAgain& run,
                  std::set<std::string>& keys);

}  // namespace gridlock::sim
