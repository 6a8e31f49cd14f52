// expect: wrong_result
// The tickets are 0 to gridDim.x - 1, so no ticket of the first launch is gridDim.x.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x);
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
    is_last = atomicAdd(counter, 1) == int(gridDim.x);
    if (is_last) {
      // ...
    }
  }
  // ...
}
