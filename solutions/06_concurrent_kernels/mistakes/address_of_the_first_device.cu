// expect: bad_access
// Asks for the address of g_kernelData only once, but each device has its own.
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
