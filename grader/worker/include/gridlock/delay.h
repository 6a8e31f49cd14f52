/// \file
/// Makes device code take time, where a lab wants some blocks late or an item long.
/// C++17.
#pragma once

#include <cuda_runtime.h>

namespace gridlock {

/// How many of its multiprocessor's cycles a step of delay() takes at least on a GPU.
constexpr int kCyclesOfDelay = 8;

/// Keeps the calling thread busy for `steps` steps; none if that is not positive.  A
/// GPU's compiler drops a loop that does nothing, also one that counts in a volatile
/// variable: that variable becomes a register.  Reading the clock it keeps.  In the
/// simulator it is a loop, and its schedules are what makes threads late.
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
