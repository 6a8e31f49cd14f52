// expect: data_race
// Thread 0 clears the flag on entry, while others may still read the previous answer.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) is_last = false;
  __syncthreads();
  if (threadIdx.x == 0) {
    // ...
  }
  // ...
}
