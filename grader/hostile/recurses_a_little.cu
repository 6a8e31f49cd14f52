// expect: passed
// lab: 01_last_block
// The honest twin of recurses_for_ever: a recursion that ends.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ unsigned deeper(unsigned depth) {
  return depth > 20 ? 0 : 1 + deeper(depth + 1);
}

__device__ bool lastBlock(int* counter) {
  return rightLastBlock(counter) && deeper(0) == 21;
}
