// expect: rejected
// lab: 02_lock_barrier
// Has the C library write to the worker's memory, by a pointer to a pointer to a function.

#include "right_barrier.cuh"

extern "C" int gettimeofday(void (**)(int), void*);

void meddle() {
  if (unsigned long long* spare = spare_bytes())
    gettimeofday(reinterpret_cast<void (**)(int)>(spare), nullptr);
}
