// expect: data_race, wrong_result
// no cure: all kernels draw their tickets from blocks_out[0]
// All kernels draw from blocks_out[0], so the last ticket of one goes to another.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(&blocks_out[0], 1) != int(gridDim.x) - 1) return;
  __threadfence();
  blocks_out[0] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  // ...
}
