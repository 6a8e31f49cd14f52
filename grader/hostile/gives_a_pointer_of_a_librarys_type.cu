// expect: rejected
// lab: 02_lock_barrier
// Has the C library write to the worker's memory, by a pointer to a class of the C++
// library.

#include <utility>

#include "right_barrier.cuh"

extern "C" int gettimeofday(std::pair<long, long>*, void*);

void meddle() {
  if (unsigned long long* spare = spare_bytes())
    gettimeofday(reinterpret_cast<std::pair<long, long>*>(spare), nullptr);
}
