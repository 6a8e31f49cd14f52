// No master: the threads of every block watch all words, which may be a goal further.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  volatile unsigned* in = arrayIn;

  __syncthreads();
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  for (unsigned i = thread; i < blocks; i += threads)
    while (in[i] - goal > 1u) {
    }
  __threadfence();
  __syncthreads();
}
