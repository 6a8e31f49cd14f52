// For rungs of this ladder: waiting without a look at memory.

#pragma once

#include <cuda_runtime.h>

// The calling thread waits for so many cycles of its multiprocessor.
__device__ inline void pauseFor(unsigned cycles) {
  const long long end = clock64() + cycles;
  while (clock64() < end) {
  }
}
