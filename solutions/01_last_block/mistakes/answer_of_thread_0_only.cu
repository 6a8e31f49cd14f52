// expect: wrong_result
// The guard returns the right answer to thread 0 only.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
  }
  __syncthreads();
  return is_last;
}
