// expect: wrong_result
// __syncthreads_and() is true only if every thread drew the last ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  return __syncthreads_and(is_last);
}
