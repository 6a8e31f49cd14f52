#include "sim/run/simulation.h"

#include "common/invariant.h"
#include "sim/cuda_api/host_turns.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

Simulation* simulation = nullptr;

Simulation::Simulation(const std::filesystem::path& path)
    : module(path), findings(&machine), machine(module, findings) {
  INVARIANT("There is one simulation at a time.", !simulation);
  simulation = this;
  sim::machine = &machine;
  machine.host_turns = {pass_host_turn, forget_host_threads};
}

Simulation::~Simulation() {
  sim::machine = nullptr;
  simulation = nullptr;
}

void Simulation::run(const ExecutionOptions& options, const std::function<void()>& host) {
  INVARIANT("Code under test finds the machine that runs it.",
            simulation == this && sim::machine == &machine);
  findings.reset();
  machine.run(options, host);
  findings.complete();
}

}  // namespace gridlock::sim
