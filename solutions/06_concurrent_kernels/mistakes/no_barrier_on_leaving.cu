// expect: wrong_result
// says: Nor may leaveKernel() remove it
// Thread 0 checks the block out while the other threads still work.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  if (threadIdx.x != 0) return;
  // ...
}
