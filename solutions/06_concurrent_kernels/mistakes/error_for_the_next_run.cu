// expect: api_error
// Looks at the error of a launch without clearing it, so the next run finds it, too.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    // ...
    cudaEventRecord(stop);
    error = cudaPeekAtLastError();
    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  // ...
}
