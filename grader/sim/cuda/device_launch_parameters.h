/// The built-in variables.  They are constant for a simulated thread.  The runtime writes
/// them when it switches threads; reads of them are not instrumented
/// (build/code/instrument.cpp).
#pragma once

#include "vector_types.h"

extern "C" {
extern GRIDLOCK_DEVICE const uint3 threadIdx;
extern GRIDLOCK_DEVICE const uint3 blockIdx;
extern GRIDLOCK_DEVICE const dim3 blockDim;
extern GRIDLOCK_DEVICE const dim3 gridDim;
extern GRIDLOCK_DEVICE const int warpSize;
}
