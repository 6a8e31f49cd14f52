// expect: wrong_result
// Clears the bit, and does not ask who is still there.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  __threadfence();
  blocks_out[kid] = 0;
  atomicAnd(&data->mask, ~(1 << kid));
  atomicSub(&data->count, 1);
}
