// expect: wrong_result
// __syncwarp() where the block has more than one warp: the kernel may be out while
// another warp still works.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncwarp();
  if (threadIdx.x != 0) return;

  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;

  __threadfence();
  blocks_out[kid] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  atomicSub(&data->count, 1);
}
