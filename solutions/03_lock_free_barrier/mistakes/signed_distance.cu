// expect: wrong_result, data_race
// A word that is 2^31 goals old, because few launches had that block, counts as ahead.
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
      while (int(in[i] - goal) < 0) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }

  if (thread == 0) {
    while (int(out[block] - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
