// expect: data_race
// __syncwarp() holds one warp together, but a block may have more than one.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncwarp();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
  }
  __syncwarp();
}
