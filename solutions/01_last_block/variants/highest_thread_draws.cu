// The highest thread, not thread 0, draws the ticket, and the answer is a count.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    __threadfence();
    // ...
  }
  return __syncthreads_count(is_last) == 1;
}
