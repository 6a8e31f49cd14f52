// expect: data_race, stale_value
// A tree in which only the leaves and the root fence before they write: an inner block
// passes on what it knows only second-hand.  It takes four blocks to have one.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    for (unsigned child = 2 * block + 1; child <= 2 * block + 2 && child < blocks;
         ++child)
      while (in[child] != goal) {
      }
    if (block == 0 || 2 * block + 1 >= blocks) __threadfence();
    in[block] = goal;
    if (block != 0)
      while (out[(block - 1) / 2] != goal) {
      }
    __threadfence();
    out[block] = goal;
  }
  __syncthreads();
}
