// expect: data_race
// No fence before the ticket: the last block may not see the partials (PLDI 2016 study).
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  // ...
}
