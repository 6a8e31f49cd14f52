// expect: wrong_result
// Block 0 clears the tickets when it comes, after others may have drawn theirs.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) atomicExch(&blocks_out[kid], 0);
  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  __threadfence();
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  // ...
}
