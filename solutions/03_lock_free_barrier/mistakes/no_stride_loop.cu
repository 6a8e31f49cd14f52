// expect: data_race
// no cure: no thread watches the words beyond the block's size
// One word per thread of the master: with more blocks than threads, no thread watches
// the rest.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    if (thread < blocks)
      while (in[thread] != goal) {
      }
    __threadfence();
    __syncthreads();
    if (thread < blocks) out[thread] = goal;
  }
  if (thread == 0) {
    // ...
  }
  __syncthreads();
}
