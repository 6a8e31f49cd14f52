// expect: rejected
// lab: 02_lock_barrier
// Has the C library write to the worker's memory, by a pointer that a call before has left
// in a register.  The call passes none, so the library gets a null pointer.

#include "right_barrier.cuh"

extern "C" int gettimeofday();

__attribute__((noinline)) void leave(void*, void*) {}

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  const unsigned long long before = *spare;
  leave(spare, nullptr);
  gettimeofday();
  if (*spare != before) __builtin_trap();
}
