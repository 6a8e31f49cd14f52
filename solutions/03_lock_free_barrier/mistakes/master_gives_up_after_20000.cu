// expect: data_race, wrong_result
// The master goes on after 20,000 polls of a word, without waiting for blocks that come
// later.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      for (int looks = 0; looks < 20000 && in[i] != goal; ++looks) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
