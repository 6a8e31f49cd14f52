// expect: wrong_result
// runKernels() remembers the error of a launch, and reports it only once.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    // ...
    cudaEventRecord(stop);
    static cudaError_t reported = cudaSuccess;
    error = cudaGetLastError();
    if (error != cudaSuccess && error == reported) error = cudaSuccess;
    if (error != cudaSuccess) reported = error;
    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  // ...
}
