// expect: data_race
// One word for each thread of the master: with more blocks than threads, nobody watches
// the rest.
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
    if (thread < blocks)
      while (in[thread] != goal) {
      }
    __threadfence();
    __syncthreads();
    if (thread < blocks) out[thread] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
