/// \file
/// Faults and hangs of code under test become findings instead of ending the worker.
#pragma once

namespace gridlock::sim {

/// Installs handlers for faults (bad pointers outside all checks, stack overflow,
/// division by zero) and a watchdog for loops that never touch memory.  Once per process.
void install_fault_handlers();

}  // namespace gridlock::sim
