// expect: wrong_result
// The guard returns what thread 0 knows to thread 0 alone.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
  }
  __syncthreads();
  return is_last;
}
