// expect: wrong_result
// A block of up to 32 threads needs no more than a warp barrier; but it has blockDim.x
// threads in one dimension only.
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
