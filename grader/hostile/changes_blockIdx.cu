// expect: bad_access
// lab: 01_last_block
// Changes blockIdx, which is constant in CUDA, and changes it back.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  const_cast<uint3&>(blockIdx).x += 1;
  const_cast<uint3&>(blockIdx).x -= 1;
  return rightLastBlock(counter);
}
