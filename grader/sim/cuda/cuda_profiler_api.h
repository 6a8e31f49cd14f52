/// Marks for a profiler, which the simulator does not have.
#pragma once

#include "cuda_runtime.h"

GRIDLOCK_INLINE cudaError_t cudaProfilerStart() { return cudaSuccess; }
GRIDLOCK_INLINE cudaError_t cudaProfilerStop() { return cudaSuccess; }
