// Thread 0 of the master watches all words and lets all blocks go.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0 && thread == 0) {
    for (unsigned i = 0; i < blocks; ++i)
      while (in[i] != goal) {
      }
    __threadfence();
    for (unsigned i = 0; i < blocks; ++i) out[i] = goal;
  }
  if (thread == 0) {
    // ...
  }
  __syncthreads();
}
