// expect: divergent_barrier
// The barrier stands in the loop over words, which some threads repeat more often.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads) {
      while (in[i] != goal) {
      }
      __threadfence();
      __syncthreads();
      out[i] = goal;
    }
  }
  if (thread == 0) {
    // ...
  }
  __syncthreads();
}
