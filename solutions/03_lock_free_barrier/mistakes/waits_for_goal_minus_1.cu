// expect: wrong_result, data_race
// no cure: any word but goal - 1 counts as the goal
// Goes on if the word is not the goal of the previous barrier, but it may be an older
// one.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] == goal - 1) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] == goal - 1) {
    }
    __threadfence();
  }
  __syncthreads();
}
