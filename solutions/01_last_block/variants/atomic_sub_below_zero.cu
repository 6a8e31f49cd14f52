// The counter goes below 0, and an atomic resets it.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicSub(counter, 1) == 1 - int(gridDim.x);
    if (is_last) {
      __threadfence();
      atomicExch(counter, 0);
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicSub(counter, 1) == 1 - int(gridDim.x);
    if (is_last) {
      __threadfence();
      atomicExch(counter, 0);
    }
  }
  // ...
}
