// expect: crashed
// lab: 02_lock_barrier
// A function has an uninitialised array that is larger than its stack, so the next call
// writes its return address far below the stack.

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
