/// \file
/// CUDA's built-in variables.  They are plain objects that the machine writes when it
/// switches to a thread; programs see them as constants (see
/// cuda/device_launch_parameters.h).
#pragma once

#include "sim/thread.h"

namespace gridlock::sim {

/// Sets threadIdx, blockIdx, blockDim and gridDim for the thread.
void set_builtins(const Thread& thread);

}  // namespace gridlock::sim
