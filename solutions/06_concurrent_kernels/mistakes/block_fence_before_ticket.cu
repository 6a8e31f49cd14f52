// expect: data_race
// The fence reaches only its own block, but the last block is another one.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence_block();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  // ...
}
