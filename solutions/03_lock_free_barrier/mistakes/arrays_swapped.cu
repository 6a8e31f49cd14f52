// expect: deadlock
// Arrives in arrayOut and waits in arrayIn; the master does it the other way round.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    out[block] = goal;
  }
  if (block == 0) {
    // ...
  }
  if (thread == 0) {
    while (in[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
