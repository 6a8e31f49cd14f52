// expect: deadlock, wrong_result
// The master says in one word for all grids which goal it has reached; two grids that run
// at the same time take each other's.
// overlay

__device__ unsigned reached;

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
    if (thread == 0) *(volatile unsigned*)&reached = goal;
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }

  if (thread == 0) {
    while (out[block] != goal && *(volatile unsigned*)&reached != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
