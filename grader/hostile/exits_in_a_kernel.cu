// expect: protocol_error
// lab: 01_last_block
// Device code calls exit(0) in the middle of a check.

#include <cstdlib>

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  std::exit(0);
  return rightLastBlock(counter);
}
