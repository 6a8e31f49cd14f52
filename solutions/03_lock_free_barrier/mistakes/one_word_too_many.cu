// expect: bad_access
// Watches words 0 to blocks, but the last one is blocks - 1.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i <= blocks; i += threads)
      while (in[i] != goal) {
      }
    // ...
  }
  // ...
}
