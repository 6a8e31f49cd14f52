// expect: wrong_result
// Each block resets the counter after its own ticket, so the count starts over.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
    atomicExch(counter, 0);
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
    atomicExch(counter, 0);
  }
  // ...
}
