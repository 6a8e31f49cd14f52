// expect: api_error
// lab: 01_last_block
// printf writes a number through %n, where no hook would see the write.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

int on_the_host = 0;

__device__ bool lastBlock(int* counter) {
  printf("%5n", &on_the_host);
  return rightLastBlock(counter);
}
