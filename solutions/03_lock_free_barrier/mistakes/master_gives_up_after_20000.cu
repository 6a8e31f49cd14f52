// expect: data_race, wrong_result
// The master goes on after 20000 looks at a word.  A block that comes later is not waited
// for.
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
