// expect: data_race, stale_value
// A tree in which only the root fences before it lets others go; an inner block passes
// that on before its own fence.  It takes four blocks to have an inner block with
// children.
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
    if (block == 0) __threadfence();
    out[block] = goal;
    __threadfence();
  }
  __syncthreads();
}
