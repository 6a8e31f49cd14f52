// expect: deadlock
// One word lets all blocks go, and the master clears it for the next time, before some
// have seen it.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
    __syncthreads();
    if (thread == 0) {
      out[0] = goal;
      __threadfence();
      out[0] = goal - 1;
    }
  }
  if (thread == 0) {
    while (block != 0 && out[0] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
