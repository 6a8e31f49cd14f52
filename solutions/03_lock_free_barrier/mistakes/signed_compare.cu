// expect: deadlock
// Compares as int: when the goals pass 2^31, the new ones are negative.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (int(in[i]) < int(goal)) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (int(out[block]) < int(goal)) {
    }
    __threadfence();
  }
  __syncthreads();
}
