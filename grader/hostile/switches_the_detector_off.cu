// expect: rejected
// lab: 01_last_block
// Leaves a function with a race out of the instrumentation, by an attribute.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__attribute__((no_sanitize("thread"))) __device__ void countUp(int* counter) {
  *counter = *counter + 1;
}

__device__ bool lastBlock(int* counter) {
  countUp(counter);
  *counter = 0;
  return rightLastBlock(counter);
}
