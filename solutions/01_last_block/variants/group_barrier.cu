// The barriers are those of cooperative groups.
// overlay

#include <cooperative_groups.h>

__device__ bool lastBlock(int* counter) {
  const auto block = cooperative_groups::this_thread_block();
  int is_last = 0;
  block.sync();
  if (threadIdx.x == 0) {
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  const auto block = cooperative_groups::this_thread_block();
  block.sync();
  if (threadIdx.x == 0) {
    // ...
  }
  block.sync();
  return is_last;
}
