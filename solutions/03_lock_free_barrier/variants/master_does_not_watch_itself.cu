// The threads of the master know that their own block is there.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 0 && block != 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    for (unsigned i = thread + 1; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    // ...
  }
  // ...
}
