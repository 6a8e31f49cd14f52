// expect: data_race
// Looks whether the bit is there, then sets it: two blocks may both find it missing.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    const int before = atomicOr(&data->mask, 0);
    atomicOr(&data->mask, bit);
    if ((before & bit) == 0) {
      // ...
    }
  }
  __syncthreads();
}
