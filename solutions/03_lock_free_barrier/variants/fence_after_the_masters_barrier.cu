// The fence of the master stands after its barrier, before the words are written.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __syncthreads();
    __threadfence();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
