// One thread of each warp waits for the warp, and no barrier of the block comes at the
// end.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
  }
  if (thread % 32 == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncwarp();
}
