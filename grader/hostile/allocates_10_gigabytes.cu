// expect: bad_access
// lab: 01_last_block
// Device code allocates 10 GiB and writes to each page of it.

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  if (threadIdx.x == 0) {
    const size_t bytes = size_t(10) << 30;
    char* memory = new char[bytes];
    for (size_t i = 0; i < bytes; i += 4096) memory[i] = 1;
    delete[] memory;
  }
  return rightLastBlock(counter);
}
