// expect: data_race
// The fences stand before the waiting loops, so later accesses may still overtake the
// loops.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    __threadfence();
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    __threadfence();
    while (out[block] != goal) {
    }
  }
  __syncthreads();
}
