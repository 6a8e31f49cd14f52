// The threads of the master poll and vote, until all of them have seen their words.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    bool all;
    do {
      all = true;
      for (unsigned i = thread; i < blocks; i += threads) all = all && in[i] == goal;
      __threadfence();
    } while (!__syncthreads_and(all));
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
