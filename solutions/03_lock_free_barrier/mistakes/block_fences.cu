// expect: data_race
// says: needs a __threadfence() before it, too
// Fences of block scope order nothing for another block.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    __threadfence_block();
    in[block] = goal;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __threadfence_block();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence_block();
  }
  __syncthreads();
}
