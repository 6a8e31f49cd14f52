// expect: crashed
// lab: 02_lock_barrier
// Host code moves its stack pointer into the worker's memory, by an uninitialised array
// of computed size.  The next call writes its return address there.

#include "right_barrier.cuh"

__attribute__((noinline)) void call() {
  volatile int called = 1;
  called = called + 1;
}

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  char here;
  const auto distance = reinterpret_cast<unsigned long long>(&here) -
                        reinterpret_cast<unsigned long long>(spare);
  __attribute__((uninitialized)) char array[distance + 4096];
  call();
  volatile const char* used = array;
  static_cast<void>(used);
}
