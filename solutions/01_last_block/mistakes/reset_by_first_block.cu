// expect: data_race
// no cure: the first block resets the counter too, not the last alone
// The block with the first ticket resets the counter while the others still count.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    const int ticket = atomicAdd(counter, 1);
    is_last = ticket == int(gridDim.x) - 1;
    if (ticket == 0 && gridDim.x > 1) *counter = 0;
    if (is_last) {
      // ...
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    const int ticket = atomicAdd(counter, 1);
    is_last = ticket == int(gridDim.x) - 1;
    if (ticket == 0 && gridDim.x > 1) *counter = 0;
    if (is_last) {
      // ...
    }
  }
  // ...
}
