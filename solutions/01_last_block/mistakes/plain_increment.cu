// expect: data_race
// The increment is not atomic: two blocks can draw the same ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = (*counter)++ == int(gridDim.x) - 1;
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
    is_last = (*counter)++ == int(gridDim.x) - 1;
    if (is_last) {
      // ...
    }
  }
  // ...
}
