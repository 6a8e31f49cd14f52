/// Faults and hangs of code under test become findings instead of ending the worker.
#pragma once

#include <cstdint>

namespace gridlock::sim {

/// Installs handlers for faults (bad pointers outside all checks, stack overflow,
/// division by zero) and a watchdog for loops that never touch memory.  Once per process.
void install_fault_handlers();

/// Notes where the program was when abort() ends this process, as an uncaught exception
/// or the C library's checks of the heap do.
/// \param pc gets the program counter in the module; in memory that outlives the process
void note_aborts(std::uint64_t* pc);

}  // namespace gridlock::sim
