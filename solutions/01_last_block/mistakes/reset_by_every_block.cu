// expect: wrong_result
// Each block sets the counter back after its own ticket, so the count starts over.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
    atomicExch(counter, 0);
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
    atomicExch(counter, 0);
  }
  __syncthreads();
  return is_last;
}
