// expect: wrong_result
// __syncwarp() on entry: another warp may work before the bit is set.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    // ...
  }
  __syncwarp();
}
