// expect: data_race
// No fence after the wait: a block may read its data before it is told to go on.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    while (out[block] != goal) {
    }
  }
  __syncthreads();
}
