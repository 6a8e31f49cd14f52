// expect: deadlock
// Waits until the word is no longer what it was, but it may have changed before the
// first poll.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads) {
      const unsigned before = in[i];
      while (in[i] == before) {
      }
    }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
