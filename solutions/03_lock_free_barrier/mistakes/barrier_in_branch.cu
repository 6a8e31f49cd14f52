// expect: divergent_barrier
// The master's barrier stands in a branch that only threads with a word to watch reach.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0 && thread < blocks) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    // ...
  }
  // ...
}
