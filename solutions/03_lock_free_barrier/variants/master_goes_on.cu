// The threads of the master need not be told to go on: they have seen all arrivals.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
  }
  if (thread == 0 && block != 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
