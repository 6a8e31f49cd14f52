// expect: wrong_result
// The guard returns what thread 0 knows to thread 0 alone.
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
  __syncthreads();
  return is_last;
}
