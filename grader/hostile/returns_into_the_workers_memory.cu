// expect: rejected
// lab: 02_lock_barrier
// Has the C++ library return a text into the worker's memory.

#include <locale>
#include <new>
#include <string>

#include "right_barrier.cuh"

void meddle() {
  if (unsigned long long* spare = spare_bytes())
    new (spare) std::string(std::locale().name());
}
