// A word has reached the goal if its signed distance from the goal is not negative: no
// word is 2^31 goals old.
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
