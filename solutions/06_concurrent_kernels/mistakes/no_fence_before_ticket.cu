// expect: data_race
// Nothing orders what the first block wrote before the ticket of that block.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  __threadfence();
  blocks_out[kid] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  atomicSub(&data->count, 1);
}
