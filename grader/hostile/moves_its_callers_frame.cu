// expect: crashed
// lab: 02_lock_barrier
// A callee changes the frame pointer that its caller gets back, so that the caller's own
// variable lies in the worker's memory.

#include "right_barrier.cuh"

__attribute__((noinline)) void move(unsigned long long to) {
  unsigned long long here = 0;
  unsigned long long* frame = &here;
  frame[2] = to;
}

__attribute__((noinline)) void write(unsigned long long to) {
  volatile unsigned long long own = 7;
  move(to);
  own = 42;
}

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (spare) write(reinterpret_cast<unsigned long long>(spare) + 64);
}
