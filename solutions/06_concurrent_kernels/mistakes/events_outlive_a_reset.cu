// expect: api_error
// The events are made once.  A reset of the device destroys them.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  cudaError_t error = cudaSuccess;
  cudaStream_t streams[kMaxStreams];
  static cudaEvent_t start = nullptr, stop = nullptr;
  for (int i = 0; i < run.streams; ++i) cudaStreamCreate(&streams[i]);
  if (!start) cudaEventCreate(&start);
  if (!stop) cudaEventCreate(&stop);
  KernelConcurrencyData* data;
  // ...
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);
  for (int i = 0; i < run.streams; ++i) cudaStreamDestroy(streams[i]);
  return error;
}
