// expect: deadlock, data_race
// no cure: threads are numbered by x, but counted by x, y and z
// Counts the threads of a block in three dimensions, and numbers them in one.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = threadIdx.x;
  volatile unsigned* in = arrayIn;
  // ...
}
