// expect: rejected
// lab: 02_lock_barrier
// Copies a made-up locale, which the C++ library counts in the worker's memory.

#include <locale>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  static char room[sizeof(std::locale)];
  new (room) std::locale(*reinterpret_cast<std::locale*>(&spare));
}
