// expect: data_race
// __syncwarp() waits for one warp of the master; it may have more than one.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
    __threadfence();
    __syncwarp();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
