// expect: crashed, bad_access
// lab: 02_lock_barrier
// Changes the list of free blocks, so that new returns the worker's memory, and writes
// there.

#include <new>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  auto* const freed = new unsigned long long[5];
  ::operator delete(freed);
  freed[-1] = reinterpret_cast<unsigned long long>(spare - 2);
  new unsigned long long[5];
  auto* const given = new unsigned long long[5];
  given[0] = 7;
}
