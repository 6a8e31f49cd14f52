// Each thread of each block knocks; whichever finds the bit unset checks the kernel in.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  {
    const int bit = 1 << kid;
    const int before = atomicOr(&data->mask, bit);

    if ((before & bit) == 0) {
      data->masks[kid] = before | bit;
      atomicMax(&data->maskMax, __popc(before | bit));

      const int count = atomicAdd(&data->count, 1) + 1;
      data->counts[kid] = count;
      atomicMax(&data->countMax, count);
    }
  }
  __syncthreads();
}
