// expect: advice missing_acquire_fence
// Nothing orders the last ticket before the read of masks[kid]. Today's GPUs forgive it.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  blocks_out[kid] = 0;
  // ...
}
