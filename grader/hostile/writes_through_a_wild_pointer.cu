// expect: bad_access
// lab: 01_last_block
// A kernel writes to host memory, where the grader's state might lie.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

int on_the_host = 0;

__device__ bool lastBlock(int* counter) {
  int* wild = &on_the_host;
  *(wild + threadIdx.x) = 1;
  return rightLastBlock(counter);
}
