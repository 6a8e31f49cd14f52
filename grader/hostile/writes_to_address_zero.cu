// expect: bad_access
// lab: 01_last_block
// A kernel writes through a null pointer.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  int* nowhere = nullptr;
  if (threadIdx.x == 0) *nowhere = 1;
  return rightLastBlock(counter);
}
