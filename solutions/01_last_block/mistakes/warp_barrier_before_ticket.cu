// expect: data_race
// __syncwarp() before the ticket, but a block may have more than one warp.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncwarp();
  if (threadIdx.x == 0) {
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncwarp();
  if (threadIdx.x == 0) {
    // ...
  }
  // ...
}
