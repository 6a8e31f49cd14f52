// expect: data_race
// no cure: the last is chosen by its index, not by its ticket
// Takes the block with the highest index for the last one, but blocks finish in any
// order.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = blockIdx.x == gridDim.x - 1;
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
    is_last = blockIdx.x == gridDim.x - 1;
    if (is_last) {
      // ...
    }
  }
  // ...
}
