// Each block waits for the one before it, and all for the last one: one array is enough.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    if (block > 0)
      while (in[block - 1] != goal) {
      }
    __threadfence();
    in[block] = goal;
    while (in[blocks - 1] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
  (void)out;
  (void)threads;
}
