// expect: crashed
// lab: 02_lock_barrier
// Host code reads how much stdout has buffered, which other executions may have changed.

#include <cstdio>

#include "right_barrier.cuh"

static volatile char seen;

void meddle() {
  const volatile char* const file = reinterpret_cast<const volatile char*>(stdout);
  seen = file[40];
}
