/// Finds out if a program's output depends on the schedule, and on which accesses.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/program_child.h"

namespace gridlock::sim {

/// A schedule with an output that no earlier one had.
struct Printed {
  ExecutionOptions options;
  std::string output;
};

using RunToPrint =
    std::function<std::pair<ChildReport, std::string>(const ExecutionOptions& options)>;

/// The advice `output_differs` for the first of `others` with an output that differs from
/// `first`'s for another reason than time; nothing if there is none.
///
/// To exclude clocks and timings, the schedules run again with modelled clocks that do
/// not depend on the schedule (ExecutionOptions::still_time).  Each of the two schedules
/// must print the same twice; `first` runs again after the other one.
std::optional<Finding> output_differs(const Printed& first,
                                      const std::vector<Printed>& others,
                                      const RunToPrint& run);

}  // namespace gridlock::sim
