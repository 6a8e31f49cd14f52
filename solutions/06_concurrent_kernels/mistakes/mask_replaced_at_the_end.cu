// expect: wrong_result
// Writes who is there in the end over who was there in the beginning.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  __threadfence();
  blocks_out[kid] = 0;
  const int mask = atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  atomicSub(&data->count, 1);
}
