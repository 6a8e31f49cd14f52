// expect: passed
// lab: 01_last_block
// The honest twin of loops_in_a_kernel: its loop takes long but ends.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  unsigned steps = 1;
  while (steps < 10000) steps += 1;
  return rightLastBlock(counter);
}
