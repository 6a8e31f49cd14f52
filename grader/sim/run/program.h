/// Runs whole programs, main and all.  Each schedule runs in a child process of its own,
/// so that it begins with fresh state and may exit in any way.
#pragma once

#include "protocol/executor.h"
#include "sim/run/simulation.h"

namespace gridlock::sim {

/// Arranges that a child's exit() reports its status.  Must be called before the module
/// is loaded, so that the module's own exit handlers run before the report.
bool prepare_program_exit();

/// Runs the loaded module's main under many schedules.
Summary run_program(Simulation& simulation, const RunRequest& request, Sink& sink);

}  // namespace gridlock::sim
