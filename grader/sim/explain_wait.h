/// \file
/// Shows a wait as a wait.
///
/// A loop that waits with ordinary reads and finds at once what it waits for looks like
/// any other read, and the race between the two is told like any other.  Under another
/// schedule the same two lines clash the other way round, and the loop shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/machine.h"

namespace gridlock::sim {

/// The race of the same two lines, if one of the first schedules shows it as a wait.
///
/// \param race as it was found
/// \param options with which it was found
/// \param accesses how many it had: a long execution is not run again for this
/// \param run runs a schedule and returns what it reported
std::optional<Finding> shown_as_a_wait(
    const Reported& race, ExecutionOptions options, std::uint64_t accesses,
    const std::function<std::vector<Reported>(const ExecutionOptions&)>& run);

}  // namespace gridlock::sim
