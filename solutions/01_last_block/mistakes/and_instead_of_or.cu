// expect: wrong_result
// __syncthreads_and() is true only if every thread drew the last ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
  }
  return __syncthreads_and(is_last);
}
