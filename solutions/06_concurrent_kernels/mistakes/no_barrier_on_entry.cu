// expect: wrong_result
// says: enterKernel() must let
// Thread 0 sets the bit, but the others do not wait for it.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    // ...
  }
}
