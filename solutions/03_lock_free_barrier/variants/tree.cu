// Block b waits for blocks 2b + 1 and 2b + 2, and passes the arrival up and the release
// down.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    for (unsigned child = 2 * block + 1; child <= 2 * block + 2 && child < blocks;
         ++child)
      while (in[child] != goal) {
      }
    __threadfence();
    in[block] = goal;

    if (block != 0)
      while (out[(block - 1) / 2] != goal) {
      }
    __threadfence();
    out[block] = goal;
  }
  __syncthreads();
}
