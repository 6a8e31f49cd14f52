/// \file
/// CUDA's built-in variables.  They are plain objects that the machine writes when it
/// switches to a thread; programs see them as constants (see
/// cuda/device_launch_parameters.h).
#pragma once

#include <cstdint>

#include "sim/thread.h"

namespace gridlock::sim {

/// Sets threadIdx, blockIdx, blockDim and gridDim for the thread.
void set_builtins(const Thread& thread);

/// Whether one of them lies at the address.  The compiler's hooks pass them over only
/// where a program names them, not where it reads them through a reference.
bool is_builtin(std::uintptr_t address);

}  // namespace gridlock::sim
