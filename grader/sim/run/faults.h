/// Makes findings of faults and hangs of code under test, which would otherwise end the
/// worker.
#pragma once

#include <cstdint>

namespace gridlock::sim {

/// Installs handlers for faults (bad pointers that no check saw, stack overflow, division
/// by zero) and a watchdog for loops that never access memory.  Call it once.
void install_fault_handlers();

/// From now on, SIGXCPU ends the program with a finding that says where it was.
/// \param processor the limit in seconds that is reported if the system sends the signal
/// \param wall the limit in seconds that is reported if another process sends it
void tell_when_time_is_over(int processor, int wall);

/// Records where the program was when abort() ends this process, as for an uncaught
/// exception or a damaged heap.
/// \param pc gets the program counter in the module; in memory that outlives the process
void note_aborts(std::uint64_t* pc);

}  // namespace gridlock::sim
