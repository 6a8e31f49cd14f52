// expect: divergent_barrier
// Thread 0 votes in one branch and the others in another: two different barriers.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
    if (is_last) {
      // ...
    }
    return __syncthreads_or(is_last);
  } else {
    return __syncthreads_or(0);
  }
}
