// expect: wrong_result
// enterKernel() ignores how many kernels were there before it.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    // ...
    if ((before & bit) == 0) {
      data->masks[kid] = before | bit;
      atomicMax(&data->maskMax, __popc(before | bit));
      atomicAdd(&data->count, 1);
      data->counts[kid] = 1;
      atomicMax(&data->countMax, 1);
    }
  }
  __syncthreads();
}
