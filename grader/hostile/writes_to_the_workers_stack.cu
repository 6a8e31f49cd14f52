// expect: bad_access
// lab: 02_lock_barrier
// Host code stores into what the worker knows of the scenario, on the worker's own stack.

#include "right_barrier.cuh"

void meddle() {
  if (unsigned long long* spare = spare_bytes()) *spare = 1;
}
