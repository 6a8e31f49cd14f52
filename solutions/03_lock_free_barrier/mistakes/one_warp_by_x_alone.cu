// expect: wrong_result, data_race
// A block of up to 32 threads needs no more than a warp barrier; but it has blockDim.x
// threads in one dimension only.
// overlay

__device__ void meetInBlock() {
  if (blockDim.x > 32)
    __syncthreads();
  else
    __syncwarp();
}

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  volatile unsigned* in = arrayIn;
  volatile unsigned* out = arrayOut;
  meetInBlock();
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    __threadfence();
    meetInBlock();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  meetInBlock();
}
