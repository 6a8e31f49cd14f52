/// The place in the program of a call of the runtime API.
#pragma once

#include <cstdint>

namespace gridlock::sim {

/// The program counter of the first caller that is not glue of ours.  Glue, such as the
/// launch (cuda/gridlock_launch.h) or the buffers of a scenario, has lines that no report
/// shows. Modules are compiled with frame pointers.
/// \param frame_address of the API's function: __builtin_frame_address(0)
std::uint64_t call_site(void* frame_address);

/// The same from anywhere in a function of the API: skips the simulator's own frames.  0
/// if there is no such caller.
std::uint64_t call_site_in_module(void* frame_address);

/// The place from which the function that made the call of the API was called; 0 if there
/// is no such place in the program.
std::uint64_t site_of_caller(void* frame_address);

/// Stands for all callers of a function of the device's API, up to the kernel: equal for
/// two threads that are at the same call of the same calls.  Never 0.
std::uint64_t call_path(void* frame_address);

}  // namespace gridlock::sim
