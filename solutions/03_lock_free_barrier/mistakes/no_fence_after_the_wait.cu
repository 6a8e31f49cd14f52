// expect: data_race
// A block that is told to go on may have read its data before it was told.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    while (out[block] != goal) {
    }
  }
  __syncthreads();
}
