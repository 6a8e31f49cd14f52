// expect: wrong_result, data_race
// no cure: a word that is 2^31 goals old or older counts as ahead
// A word that is 2^31 goals old, because few launches had that block, counts as ahead.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (int(in[i] - goal) < 0) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }

  if (thread == 0) {
    while (int(out[block] - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
