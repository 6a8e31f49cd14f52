// Each block waits for the one before it, and all for the last one: one array is enough.
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
    if (block > 0)
      while (in[block - 1] != goal) {
      }
    __threadfence();
    in[block] = goal;
    while (in[blocks - 1] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
  (void)out;
  (void)threads;
}
