// expect: wrong_result
// The error of cudaGetSymbolAddress() gives way to those of the calls that follow.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEventCreate(&stop);

  KernelConcurrencyData* data = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  if (error == cudaSuccess) {
    // ...
  }
  // ...
}
