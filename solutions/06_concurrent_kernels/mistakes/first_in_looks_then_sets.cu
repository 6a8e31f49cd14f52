// expect: wrong_result
// In enterKernel() the first block looks at the mask before it sets its bit, so two
// kernels that come at once miss each other.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    const int others = atomicOr(&data->mask, 0);
    const int before = atomicOr(&data->mask, bit);
    if ((before & bit) == 0) {
      data->masks[kid] = others | bit;
      atomicMax(&data->maskMax, __popc(others | bit));
      const int count = atomicAdd(&data->count, 1) + 1;
      // ...
    }
  }
  __syncthreads();
}
