// expect: wrong_result
// A grid of one block draws no ticket, and so leaves without looking which kernels are
// active.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (gridDim.x == 1) {
    atomicAnd(&data->mask, ~(1 << kid));
    atomicSub(&data->count, 1);
    return;
  }
  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  // ...
}
