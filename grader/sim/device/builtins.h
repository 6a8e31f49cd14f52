/// CUDA's built-in variables.  They are plain objects that the machine writes when it
/// switches to a thread; programs see them as constants (see
/// cuda/device_launch_parameters.h).
#pragma once

#include <vector>

#include "sim/device/thread.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// Sets threadIdx, blockIdx, blockDim and gridDim for the thread.
void set_builtins(const Thread& thread);

/// Their addresses.  The compiler's hooks skip them only where a program names them, not
/// where it reads them through a reference.
std::vector<Range> builtins();

}  // namespace gridlock::sim
