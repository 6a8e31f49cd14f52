// expect: compile_error
// lab: 01_last_block
// Assigns to a built-in variable.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  blockIdx.x = 0;
  return rightLastBlock(counter);
}
