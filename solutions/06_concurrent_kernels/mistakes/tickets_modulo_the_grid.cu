// expect: wrong_result
// The tickets are counted up for ever, and the last is the one that divides by the grid:
// with another grid the next time it is another.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;

  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) % int(gridDim.x) != int(gridDim.x) - 1) return;

  __threadfence();
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  // ...
}
