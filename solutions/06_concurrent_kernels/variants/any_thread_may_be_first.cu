// Each thread of each block tries; whichever finds the bit unset checks the kernel in.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  {
    const int bit = 1 << kid;
    // ...
  }
  __syncthreads();
}
