/// CUDA's built-in variables: plain objects that the machine writes when it switches to a
/// thread.  Programs see them as constants (see cuda/device_launch_parameters.h).
#pragma once

#include <vector>

#include "sim/device/thread.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// Sets threadIdx, blockIdx, blockDim and gridDim for the thread.
void set_builtins(const Thread& thread);

/// The addresses of the built-in variables.  The compiler's hooks skip accesses that name
/// such a variable, but not accesses through a reference.
std::vector<Range> builtins();

}  // namespace gridlock::sim
