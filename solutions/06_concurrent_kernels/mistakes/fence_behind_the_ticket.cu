// expect: data_race
// The fence comes after the ticket has been drawn.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int ticket = atomicAdd(&blocks_out[kid], 1);
  __threadfence();
  if (ticket != int(gridDim.x) - 1) return;
  blocks_out[kid] = 0;
  // ...
}
