// expect: data_race
// Tests the counter, not the ticket: two blocks can be last (ARM sync-bench issue 62).
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    is_last = *counter == int(gridDim.x);
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
    atomicAdd(counter, 1);
    is_last = *counter == int(gridDim.x);
    if (is_last) {
      // ...
    }
  }
  // ...
}
