/// The built-in variables.  They are constant for a simulated thread; the runtime writes
/// them when it switches to another one.  The runtime is not told of reads of them.
#pragma once

#include "vector_types.h"

extern "C" {
extern GRIDLOCK_DEVICE const uint3 threadIdx GRIDLOCK_UNWATCHED;
extern GRIDLOCK_DEVICE const uint3 blockIdx GRIDLOCK_UNWATCHED;
extern GRIDLOCK_DEVICE const dim3 blockDim GRIDLOCK_UNWATCHED;
extern GRIDLOCK_DEVICE const dim3 gridDim GRIDLOCK_UNWATCHED;
extern GRIDLOCK_DEVICE const int warpSize GRIDLOCK_UNWATCHED;
}
