// expect: bad_access
// lab: 01_last_block
// Infinite recursion in a kernel.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ unsigned deeper(unsigned depth) { return depth + deeper(depth + 1) * 3; }

__device__ bool lastBlock(int* counter) {
  return rightLastBlock(counter) && deeper(threadIdx.x) != 1;
}
