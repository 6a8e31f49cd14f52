// A block of up to 32 threads needs only a warp barrier.
// overlay

__device__ void meetInBlock() {
  if (blockDim.x * blockDim.y * blockDim.z > 32)
    __syncthreads();
  else
    __syncwarp();
}

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  meetInBlock();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
  }
  meetInBlock();
}
