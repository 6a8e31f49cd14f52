// expect: wrong_result
// *ms receives microseconds.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);
  if (error == cudaSuccess) *ms *= 1000;
  cudaEventDestroy(start);
  // ...
}
