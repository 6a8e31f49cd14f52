// expect: wrong_result, data_race
// no cure: all kernels mark their last block in the same word
// Draws tickets from the counter but marks the last one in a word that all kernels
// share: of two kernels that run at the same time, one may clear the other's mark.
// overlay

__device__ int last_block;

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
    if (is_last) {
      __threadfence();
      *counter = 0;
      atomicExch(&last_block, int(blockIdx.x) + 1);
    }
  }

  return __syncthreads_or(is_last && atomicAdd(&last_block, 0) == int(blockIdx.x) + 1);
}
