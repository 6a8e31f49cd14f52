// expect: bad_access
// Where g_kernelData lies is asked once.  Each device has one of its own.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEventCreate(&stop);

  static KernelConcurrencyData* data = nullptr;
  if (!data) error = cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  if (error == cudaSuccess) {
    // ...
  }
  // ...
}
