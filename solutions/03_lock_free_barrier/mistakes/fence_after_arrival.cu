// expect: data_race
// The fence comes after the arrival that it should hold back.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    in[block] = goal;
    __threadfence();
  }
  if (block == 0) {
    // ...
  }
  // ...
}
