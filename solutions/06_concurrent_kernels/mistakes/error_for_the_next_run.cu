// expect: api_error
// The error of a launch is looked at and left: the next run finds it, too.
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
