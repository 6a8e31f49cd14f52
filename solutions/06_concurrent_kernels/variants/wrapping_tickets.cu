// atomicInc() resets the tickets to 0 by itself.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicInc(reinterpret_cast<unsigned*>(&blocks_out[kid]), gridDim.x - 1) !=
      gridDim.x - 1)
    return;
  __threadfence();
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  // ...
}
