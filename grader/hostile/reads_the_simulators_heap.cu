// expect: crashed
// lab: 02_lock_barrier
// Host code reads the simulator's own heap: what lies there could count executions.

#include "right_barrier.cuh"

static volatile unsigned long long seen;

void meddle() {
  const volatile unsigned long long* const above = new unsigned long long[2];
  seen = above[1ull << 37];  // The heaps lie side by side.
}
