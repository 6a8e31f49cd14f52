// expect: divergent_barrier
// Thread 0 waits at a barrier that the others never reach.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    // ...
    if ((before & bit) == 0) {
      // ...
    }
    __syncthreads();
  }
}
