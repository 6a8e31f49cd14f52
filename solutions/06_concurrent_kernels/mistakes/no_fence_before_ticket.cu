// expect: data_race
// Nothing orders what the first block wrote before that block's ticket.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  // ...
}
