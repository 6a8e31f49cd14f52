// expect: rejected
// lab: 02_lock_barrier
// Has time() write to the worker's memory; its pointer is passed as an integer.

#include <ctime>

#include "right_barrier.cuh"

void meddle() {
  const auto spare = reinterpret_cast<unsigned long long>(spare_bytes());
  if (spare) reinterpret_cast<std::time_t (*)(unsigned long long)>(&std::time)(spare);
}
