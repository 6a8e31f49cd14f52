// expect: data_race
// says: needs a __threadfence() before it, too
// The protocol as its authors published it: it counts correctly, but no fence orders the
// data.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    in[block] = goal;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
  }
  __syncthreads();
}
