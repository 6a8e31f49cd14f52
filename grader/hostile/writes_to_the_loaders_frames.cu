// expect: crashed
// lab: 02_lock_barrier
// The constructor of a global object writes to the stack above its own frame.

#include "right_barrier.cuh"

struct Writes {
  Writes() {
    unsigned long long here = 0;
    volatile unsigned long long* at = &here;
    for (int i = 0; i < 300; ++i) at[i] = at[i];
  }
} writes;

void meddle() {}
