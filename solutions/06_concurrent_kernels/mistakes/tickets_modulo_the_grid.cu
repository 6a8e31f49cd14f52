// expect: wrong_result
// Counts the tickets forever, and takes one that the grid size divides for the last:
// with another grid next time, that is the wrong one.
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
