/// Whether what a program prints depends on the schedule, and on which accesses.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/program_child.h"

namespace gridlock::sim {

/// A schedule that printed something which no earlier one did.
struct Printed {
  ExecutionOptions options;
  std::string output;
};

/// Runs a schedule; returns its report and its output.
using RunToPrint =
    std::function<std::pair<ChildReport, std::string>(const ExecutionOptions& options)>;

/// The advice `output_differs` for the first of the others with an output that really
/// differs from that of `first`; nothing if there is none.
///
/// Clocks and timings do not count.  So the schedules run again with modelled clocks that
/// do not depend on the schedule (ExecutionOptions::still_time), each of them twice: a
/// schedule that does not repeat its own output, before and after another one, proves
/// nothing.
std::optional<Finding> output_differs(const Printed& first,
                                      const std::vector<Printed>& others,
                                      const RunToPrint& run);

}  // namespace gridlock::sim
