// Fences and tickets of system scope, which is wider than needed, but correct.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence_system();
    is_last = atomicAdd_system(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence_system();
      *counter = 0;
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence_system();
    is_last = atomicAdd_system(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence_system();
      *counter = 0;
    }
  }
  // ...
}
