// expect: no_progress
// lab: 01_last_block
// An endless loop in a kernel that touches no memory.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  unsigned steps = 1;
  while (steps != 0) steps |= 1;
  return rightLastBlock(counter);
}
