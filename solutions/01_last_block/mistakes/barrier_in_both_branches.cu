// expect: divergent_barrier
// Thread 0 votes in one branch and the others in another: two different barriers.
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
    return __syncthreads_or(is_last);
  } else {
    return __syncthreads_or(0);
  }
}
