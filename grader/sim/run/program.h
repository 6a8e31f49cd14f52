/// Whole programs, main and all: each schedule runs in a child process of its own, so
/// that each starts from fresh state and may exit in any way.
#pragma once

#include "sim/run/simulation.h"
#include "worker/executor.h"

namespace gridlock::sim {

/// Arranges that a child's exit() reports its status.  Must be called before the module
/// is loaded, so that the module's own exit handlers have run by then.
bool prepare_program_exit();

/// Runs the loaded module's main under many schedules.
Summary run_program(Simulation& simulation, const RunRequest& request, Sink& sink);

}  // namespace gridlock::sim
