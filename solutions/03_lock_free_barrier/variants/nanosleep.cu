// Sleeps briefly between two polls.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) __nanosleep(20);
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) __nanosleep(20);
    __threadfence();
  }
  __syncthreads();
}
