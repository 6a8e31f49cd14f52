/// \file
/// When and where device code runs, for a lab's bench.cu: two special registers of PTX,
/// and the simulator's substitutes for them.  C++17.
#pragma once

#include <cuda_runtime.h>

namespace gridlock {

/// Nanoseconds of the clock that all multiprocessors share (PTX: %globaltimer).  It does
/// not run backwards.  Its resolution depends on the device: a few nanoseconds, or a
/// microsecond.  In the simulator it counts steps, which are no measure of time.
__device__ inline unsigned long long globalNanoseconds() {
#ifdef GRIDLOCK_SIM
  return gridlock_global_nanoseconds();
#else
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
#endif
}

/// The multiprocessor on which the calling block runs, counted from 0 (PTX: %smid).  The
/// numbers may have gaps.  In the simulator: the multiprocessor of the modelled device.
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
