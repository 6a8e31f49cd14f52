// expect: deadlock
// Every block with blockIdx.x == 0 is a master: one may let the others go while another
// still polls.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (blockIdx.x == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    // ...
  }
  // ...
}
