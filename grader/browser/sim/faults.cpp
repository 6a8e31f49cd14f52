// Faults of the code under test: traps of WebAssembly.
#include "sim/run/faults.h"

#include "sim/cuda_api/the_machine.h"
#include "sim/run/simulation.h"

namespace gridlock::sim {

void install_fault_handlers() {}

}  // namespace gridlock::sim

/// Called by the page on a new stack, if the fiber that ran has trapped: ends the
/// execution with a finding.  Never returns.
/// \param overflow whether the fiber has run out of stack
extern "C" __attribute__((export_name("fault"))) void fault(int overflow) {
  using namespace gridlock;
  using namespace gridlock::sim;
  Simulation* const running = sim::simulation;
  if (!running || !running->machine.running || !running->machine.current())
    __builtin_trap();
  Finding finding;
  finding.kind =
      running->machine.current()->block ? Verdict::bad_access : Verdict::crashed;
  const auto kind = overflow ? Fault::Kind::stack_overflow : Fault::Kind::foreign_address;
  finding.what = {Fault{kind}};
  finding.accesses.push_back(running->machine.describe(*running->machine.current(),
                                                       "running", gridlock_site, 0));
  Reported reported{std::move(finding), overflow ? "stack overflow" : "foreign address",
                    true};
  reported.fault = true;
  running->findings.report(std::move(reported));
  __builtin_trap();
}
