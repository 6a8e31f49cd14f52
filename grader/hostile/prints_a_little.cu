// expect: passed
// lab: 01_last_block
// The honest twin of prints_without_end: a line for each call, to debug.

#include <stdio.h>

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  const bool last = rightLastBlock(counter);
  if (threadIdx.x == 0) printf("block %u: %d\n", blockIdx.x, int(last));
  return last;
}
