// expect: data_race
// As printed: `thread = 0` assigns 0, which is false, so no thread waits.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  volatile unsigned* in = arrayIn;
  // ...
  if (block == 0) {
    // ...
  }
  if (thread = 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
