/// Faults and hangs of code under test become findings instead of ending the worker.
#pragma once

#include <cstdint>

namespace gridlock::sim {

/// Installs handlers for faults (bad pointers outside all checks, stack overflow,
/// division by zero) and a watchdog for loops that never touch memory.  Once per process.
void install_fault_handlers();

/// From now on SIGXCPU ends the program with a finding that says where it was.
/// \param processor the seconds that are over if the system sends it
/// \param wall likewise if another process does
void tell_when_time_is_over(int processor, int wall);

/// Notes where the program was when abort() ends this process, as an uncaught exception
/// or the C library's checks of the heap do.
/// \param pc gets the program counter in the module; in memory that outlives the process
void note_aborts(std::uint64_t* pc);

}  // namespace gridlock::sim
