// A block of up to 32 threads needs only a warp barrier.
// overlay

__device__ void meetInBlock() {
  if (blockDim.x * blockDim.y * blockDim.z > 32)
    __syncthreads();
  else
    __syncwarp();
}

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;
  meetInBlock();
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    // ...
    __threadfence();
    meetInBlock();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    // ...
  }
  meetInBlock();
}
