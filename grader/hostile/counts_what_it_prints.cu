// expect: api_error
// lab: 01_last_block
// Lets printf store a number by %n, which no hook would see.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

int on_the_host = 0;

__device__ bool lastBlock(int* counter) {
  printf("%5n", &on_the_host);
  return rightLastBlock(counter);
}
