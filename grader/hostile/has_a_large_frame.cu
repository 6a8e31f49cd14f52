// expect: crashed
// lab: 02_lock_barrier
// A function's variables, which are not initialised, are larger than its stack: the next
// call writes its return address far below.

#include "right_barrier.cuh"

__attribute__((noinline)) void call() {
  volatile int called = 1;
  called = called + 1;
}

void meddle() {
  __attribute__((uninitialized)) char array[1 << 26];
  call();
  volatile const char* used = array;
  static_cast<void>(used);
}
