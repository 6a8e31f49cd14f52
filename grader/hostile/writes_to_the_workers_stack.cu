// expect: bad_access
// lab: 02_lock_barrier
// Host code stores to the worker's stack, where the worker keeps the scenario's state.

#include "right_barrier.cuh"

void meddle() {
  if (unsigned long long* spare = spare_bytes()) *spare = 1;
}
