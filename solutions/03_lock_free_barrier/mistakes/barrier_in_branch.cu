// expect: divergent_barrier
// The barrier of the master stands where only those threads come that watch a word.
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
