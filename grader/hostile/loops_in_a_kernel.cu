// expect: no_progress
// lab: 01_last_block
// A kernel has an endless loop that accesses no memory.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  unsigned steps = 1;
  while (steps != 0) steps |= 1;
  return rightLastBlock(counter);
}
