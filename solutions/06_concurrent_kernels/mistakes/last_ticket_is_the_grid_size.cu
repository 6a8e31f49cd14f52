// expect: wrong_result
// says: all kernels have ended, and mask
// Tickets begin at 0, so no block ever draws gridDim.x.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x)) return;
  __threadfence();
  blocks_out[kid] = 0;
  // ...
}
