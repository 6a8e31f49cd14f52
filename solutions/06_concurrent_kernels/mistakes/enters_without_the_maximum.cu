// expect: wrong_result
// Checks in without raising maskMax, and leaves that to leaveKernel().
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    const int before = atomicOr(&data->mask, bit);

    if ((before & bit) == 0) {
      data->masks[kid] = before | bit;

      const int count = atomicAdd(&data->count, 1) + 1;
      data->counts[kid] = count;
      atomicMax(&data->countMax, count);
    }
  }
  __syncthreads();
}
