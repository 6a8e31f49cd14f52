// expect: data_race
// The only fence comes after the atomic, too late to publish the writes.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    __threadfence();
    if (is_last) *counter = 0;
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    __threadfence();
    if (is_last) *counter = 0;
  }
  // ...
}
