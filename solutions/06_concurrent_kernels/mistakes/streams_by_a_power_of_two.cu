// expect: wrong_result
// The stream of a kernel is kid & (streams - 1): right where streams is a power of two.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  cudaError_t error = cudaSuccess;
  cudaStream_t streams[kMaxStreams];
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i) cudaStreamCreate(&streams[i]);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  KernelConcurrencyData* data;
  error = cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  if (error == cudaSuccess) {
    cudaMemset(data, 0, sizeof *data);
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid & (run.streams - 1)]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);

    error = cudaGetLastError();
    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < run.streams; ++i) cudaStreamDestroy(streams[i]);
  return error;
}
