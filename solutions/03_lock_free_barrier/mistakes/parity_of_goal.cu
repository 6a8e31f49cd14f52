// expect: wrong_result, data_race
// Only tells odd goals from even ones, but a block of a larger grid may have an older
// word.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = goal % 2;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] % 2 != goal % 2) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal % 2;
  }
  if (thread == 0) {
    while (out[block] % 2 != goal % 2) {
    }
    __threadfence();
  }
  __syncthreads();
}
