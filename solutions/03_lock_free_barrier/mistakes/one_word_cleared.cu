// expect: deadlock
// One word lets all blocks go, and the master clears it for the next time: some were not
// back yet.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  volatile unsigned* in = arrayIn;
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __threadfence();
    __syncthreads();
    if (thread == 0) {
      out[0] = goal;
      __threadfence();
      out[0] = goal - 1;
    }
  }
  if (thread == 0) {
    while (block != 0 && out[0] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
