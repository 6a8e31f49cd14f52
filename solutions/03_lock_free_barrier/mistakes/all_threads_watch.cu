// expect: bad_access
// Each thread of the master watches a word, even if there is none for it.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    unsigned i = thread;
    do {
      while (in[i] != goal) {
      }
      i += threads;
    } while (i < blocks);
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
