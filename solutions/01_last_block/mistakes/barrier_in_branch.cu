// expect: divergent_barrier
// __syncthreads() in a branch that only thread 0 takes.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  if (threadIdx.x == 0) {
    __syncthreads();
    __threadfence();
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    __syncthreads();
    __threadfence();
    // ...
  }
  // ...
}
