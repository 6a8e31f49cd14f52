// expect: rejected
// lab: 02_lock_barrier
// Lets time() of the C library, which has no hooks, write into the worker's memory.

#include <ctime>

#include "right_barrier.cuh"

void meddle() {
  if (unsigned long long* spare = spare_bytes()) time(reinterpret_cast<time_t*>(spare));
}
