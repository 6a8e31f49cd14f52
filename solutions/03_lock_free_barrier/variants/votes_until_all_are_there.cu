// The threads of the master look and vote, until all of them have seen their words.
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
    bool all;
    do {
      all = true;
      for (unsigned i = thread; i < blocks; i += threads) all = all && in[i] == goal;
      __threadfence();
    } while (!__syncthreads_and(all));
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
