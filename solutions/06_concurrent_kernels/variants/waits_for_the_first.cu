// A ticket says which block is first; the others wait until the bit is set. They may:
// the first block has started.
// overlay

__device__ int g_blocksIn[kMaxStreams];

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    if (atomicAdd(&g_blocksIn[kid], 1) == 0) {
      const int before = atomicOr(&data->mask, bit);
      data->masks[kid] = before | bit;
      // ...
    }
    while ((atomicOr(&data->mask, 0) & bit) == 0) {
    }
  }
  __syncthreads();
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  g_blocksIn[kid] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  // ...
}
