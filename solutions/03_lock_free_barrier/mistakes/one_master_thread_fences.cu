// expect: data_race
// Only thread 0 of the master fences, for words that other threads watch and write.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __syncthreads();
    if (thread == 0) __threadfence();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
