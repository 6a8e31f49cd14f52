// expect: data_race
// One word for each thread of the master: with more blocks than threads, nobody watches
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
