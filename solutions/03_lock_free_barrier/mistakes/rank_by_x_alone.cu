// expect: deadlock, data_race
// Counts the threads of a block in three dimensions, and numbers them in one.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = threadIdx.x;
  volatile unsigned* in = arrayIn;
  // ...
}
