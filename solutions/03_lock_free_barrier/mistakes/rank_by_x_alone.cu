// expect: deadlock, data_race
// Counts the threads of a block in three dimensions, and numbers them in one.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = threadIdx.x;
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
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
