/// \file
/// When and where device code runs, for a lab's bench.cu: two special registers of PTX,
/// and what the simulator has in their place.  C++17.
#pragma once

#include <cuda_runtime.h>

namespace gridlock {

/// Nanoseconds of the clock that all multiprocessors share (PTX: %globaltimer).  It does
/// not run backwards.  How often it moves on is the device's affair: every few
/// nanoseconds, or every microsecond.  In the simulator it counts steps, and says nothing
/// about time.
__device__ inline unsigned long long globalNanoseconds() {
#ifdef GRIDLOCK_SIM
  return gridlock_global_nanoseconds();
#else
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
#endif
}

/// The multiprocessor that the calling block runs on, from 0 on (PTX: %smid).  Numbers
/// may have gaps.  In the simulator: where the modelled device has put the block.
__device__ inline unsigned multiprocessor() {
#ifdef GRIDLOCK_SIM
  return gridlock_multiprocessor();
#else
  unsigned number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
#endif
}

}  // namespace gridlock
