/// The owner of the code at an address, and where the program called a library.
#pragma once

#include <cstdint>

#include "sim/device/fiber.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// The owner of a function: the program, the simulator's own glue code, or the C++
/// library, which has templates that are compiled into the program.
enum class Owner { program, glue, standard };

/// Decides by the name of the function around the address.  A function without a name is
/// the program's.  Unlike dladdr(), it knows functions that are local to the module.
Owner owner_of_code(const Module& module, std::uintptr_t address);

/// The program counter, in the module, of the innermost unfinished call that the
/// program's own code has made; 0 if there is none.  Needs no frame pointers, which
/// libraries may lack, and may be called in a signal handler.
std::uint64_t pc_of_innermost_call(const Module& module);

/// Where the program calls the function that made the innermost call; 0 if that function
/// is a kernel or main(), or if the frames do not show it.  Modules and the simulator are
/// compiled with frame pointers.
/// \param frame_address __builtin_frame_address(0)
std::uint64_t site_of_caller(const Module& module, const void* frame_address);

/// Whether the code at this address is the submission's, not a lab's scenarios'.
bool is_of_submission(const Module& module, std::uintptr_t address);

/// Whether the submission may write these bytes of host code's stack.  They must lie in a
/// frame of the submission, outside its frame pointers and return addresses; or they are
/// lent, and the innermost frames are the submission's.
/// \param fiber the host's fiber, suspended or running
bool may_write_frame(const Module& module, const Fiber& fiber, const Range& bytes,
                     bool is_lent);

}  // namespace gridlock::sim
