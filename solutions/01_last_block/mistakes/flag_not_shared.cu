// expect: wrong_result
// says: or in a __shared__ variable
// The flag is a variable of each thread: only thread 0 learns that its block is the
// last.
// overlay

__device__ bool lastBlockShared(int* counter) {
  bool is_last = false;
  __syncthreads();
  if (threadIdx.x == 0) {
    // ...
  }
  // ...
}
