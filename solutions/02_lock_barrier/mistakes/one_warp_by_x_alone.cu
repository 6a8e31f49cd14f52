// expect: wrong_result
// A block of up to 32 threads needs only a warp barrier, but only a one-dimensional
// block has blockDim.x threads.
// overlay

__device__ void meetInBlock() {
  if (blockDim.x > 32)
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
