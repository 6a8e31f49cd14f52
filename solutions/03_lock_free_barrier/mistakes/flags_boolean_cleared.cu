// expect: wrong_result
// The thread that has seen a 1 clears it: right, as long as the words do not start as 1.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = 1;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads) {
      while (in[i] != 1) {
      }
      in[i] = 0;
    }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = 1;
  }
  if (thread == 0) {
    while (out[block] != 1) {
    }
    out[block] = 0;
    __threadfence();
  }
  __syncthreads();
}
