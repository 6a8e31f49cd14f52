// All blocks wait for one word, which is not set again before all have come back.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
    __syncthreads();
    if (thread == 0) out[0] = goal;
  }
  if (thread == 0) {
    while (out[0] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
