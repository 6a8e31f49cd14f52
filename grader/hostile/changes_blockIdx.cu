// expect: bad_access
// lab: 01_last_block
// Writes its block's index, which CUDA keeps constant, and back again.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  const_cast<uint3&>(blockIdx).x += 1;
  const_cast<uint3&>(blockIdx).x -= 1;
  return rightLastBlock(counter);
}
