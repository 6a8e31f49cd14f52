// No master: a block waits for the sqrt(N) blocks before it, then for each sqrt(N)th.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;
  unsigned reach = 1;
  while (reach * reach < blocks) ++reach;

  __syncthreads();
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
    for (unsigned back = 1; back < reach; ++back)
      while (in[(block + blocks * reach - back) % blocks] - goal > 1u) {
      }
    __threadfence();
    out[block] = goal;
    for (unsigned back = 1; back < reach; ++back)
      while (out[(block + blocks * reach - back * reach) % blocks] - goal > 1u) {
      }
    __threadfence();
  }
  __syncthreads();
}
