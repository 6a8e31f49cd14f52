// expect: data_race
// no cure: every block raises the count, not only the first
// Every block raises the count, but only the last one lowers it, by one.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    const int before = atomicOr(&data->mask, bit);
    {
      data->masks[kid] = before | bit;
      // ...
    }
  }
  __syncthreads();
}
