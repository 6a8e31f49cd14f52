// expect: data_race
// __threadfence_block() orders for this block's threads only; the reader is in another.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence_block();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence_block();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  // ...
}
