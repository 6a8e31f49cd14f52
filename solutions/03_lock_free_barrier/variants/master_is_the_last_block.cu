// The last block is the master; there is one in every grid as well.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == blocks - 1) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    // ...
  }
  // ...
}
