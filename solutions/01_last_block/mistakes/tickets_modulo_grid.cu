// expect: wrong_result
// Takes tickets modulo the grid size instead of a reset: wrong as soon as the grid size
// changes.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) % int(gridDim.x) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) % int(gridDim.x) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
  }
  // ...
}
