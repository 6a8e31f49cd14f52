/// Where in the program a call of the runtime API is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The program counter of the innermost caller that is not glue.  Glue is our own code in
/// the module, such as the launch (cuda/gridlock_launch.h) or the buffers of a scenario:
/// reports do not show its lines.  Modules are compiled with frame pointers.
/// \param frame_address of the API's function: __builtin_frame_address(0)
std::uint64_t call_site(void* frame_address);

/// The program's call of the API function that uses this macro.
#define GRIDLOCK_HERE ::gridlock::sim::call_site(__builtin_frame_address(0))

/// As `call_site`, from any depth within the API: first skips the simulator's own frames.
/// 0 if there is no such caller.
std::uint64_t call_site_in_module(void* frame_address);

/// A hash of all calls between a device function of the API and the kernel.  Equal for
/// two threads that reached the same call by the same calls.  Never 0.
std::uint64_t call_path(void* frame_address);

/// Whether the bytes are on the running thread's stack, and hold a frame pointer or a
/// return address that a function keeps.  Also true for bytes outside the frames of the
/// module's functions, where the simulator's own frames are.  If the submission's code
/// surely writes the bytes, also true for the frames of a lab's scenarios.
/// \param frame_address of a function that the module's code has called
bool are_kept_for_return(std::uintptr_t address, std::size_t size,
                         const void* frame_address, bool is_surely_written = true);

}  // namespace gridlock::sim
