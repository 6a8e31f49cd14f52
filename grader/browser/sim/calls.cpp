// The sites of the calls in the code under test, and stand-ins for what a page lacks.

#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/host_threads.h"
#include "sim/cuda_api/host_turns.h"
#include "sim/execution/program_frame.h"
#include "sim/run/faults.h"
#include "trusted/sites.h"

extern "C" unsigned gridlock_site = 0;

namespace gridlock::sim {

// The simulator's glue code stores no sites, so the last site is the program's own.
std::uint64_t call_site(void*) { return gridlock_site; }
std::uint64_t call_site_in_module(void*) { return gridlock_site; }
std::uint64_t call_path(void*) { return gridlock_site + std::uint64_t{1}; }
// WebAssembly keeps its return addresses out of memory.
bool are_kept_for_return(std::uintptr_t, std::size_t, const void*, bool) { return false; }
Owner owner_of_code(const Module&, std::uintptr_t) { return Owner::program; }
bool is_of_submission(const Module&, std::uintptr_t site) {
  return site < kFirstSiteOfScenarios;
}
std::uint64_t pc_of_innermost_call(const Module&) { return gridlock_site; }
std::uint64_t site_of_caller(const Module&, const void*) { return 0; }

bool host_threads_are_due = false;
void run_due_host_threads() {}
bool pass_host_turn(HostWait, std::uint64_t) { return false; }
void forget_host_threads() {}

}  // namespace gridlock::sim

extern "C" void gridlock_unwatched(const char* name) {
  using namespace gridlock::sim;
  if (in_device_code())
    machine->report_misuse(gridlock::HostOnly{name, true}, pc_of(GRIDLOCK_FROM));
}
