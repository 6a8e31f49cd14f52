// expect: data_race
// says: atomicAdd_block counter
// unsaid: strong write
// atomicAdd_block() is atomic within a block, but all blocks share the counter.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd_block(counter, 1) == int(gridDim.x) - 1;
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
    is_last = atomicAdd_block(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      // ...
    }
  }
  // ...
}
