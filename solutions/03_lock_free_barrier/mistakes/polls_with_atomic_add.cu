// expect: wrong_result
// Polls with atomicAdd(word, 0): right, but every poll also writes.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (atomicAdd(arrayIn + i, 0u) != goal) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (atomicAdd(arrayOut + block, 0u) != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
