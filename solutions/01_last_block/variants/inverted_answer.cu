// The last block is the one in which no thread votes against it, through
// __syncthreads_and().
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    // ...
  }
  return __syncthreads_and(is_last);
}
