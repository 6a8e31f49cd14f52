// expect: divergent_barrier, data_race
// All threads but thread 0 leave before the block's barrier, so that it meets with the
// caller's next one.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  if (threadIdx.x != 0) return;
  __syncthreads();

  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;

  __threadfence();
  blocks_out[kid] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  atomicSub(&data->count, 1);
}
