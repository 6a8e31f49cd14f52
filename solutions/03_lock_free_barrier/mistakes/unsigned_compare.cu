// expect: deadlock, data_race
// says: already when the kernel began
// no cure: beyond 2^32, an old word is greater than a new goal
// < goal instead of != goal: when the goals pass 2^32, an old word is greater than a new
// goal, and no block waits.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] < goal) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
