/// \file
/// Makes device code take time, where a lab needs late blocks or long items.
/// C++17.
#pragma once

#include <cuda_runtime.h>

namespace gridlock {

/// The least number of multiprocessor cycles that a step of delay() takes on a GPU.
constexpr int kCyclesOfDelay = 8;

/// Keeps the calling thread busy for `steps` steps; for none if `steps` is not positive.
/// On a GPU it reads the clock, because nvcc removes a loop that does nothing.  Not even
/// a volatile counter helps: it becomes a register.  In the simulator it is a plain loop;
/// there the schedules make threads late.
__device__ inline void delay(int steps) {
#ifdef GRIDLOCK_SIM
  for (volatile int step = 0; step < steps; step = step + 1) {
  }
#else
  if (steps <= 0) return;
  const long long cycles = static_cast<long long>(steps) * kCyclesOfDelay;
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
#endif
}

}  // namespace gridlock
