// expect: data_race
// The host asks 1,000 times whether the stop is reached, and then reads what is there.
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
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);

    error = cudaGetLastError();
    cudaError_t end = cudaEventQuery(stop);
    for (int looks = 0; end == cudaErrorNotReady && looks < 1000; ++looks)
      end = cudaEventQuery(stop);
    if (end == cudaErrorNotReady) end = cudaSuccess;
    if (error == cudaSuccess) error = end;
  }
  if (error == cudaSuccess)
    error =
        cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost, streams[0]);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < run.streams; ++i) cudaStreamDestroy(streams[i]);
  return error;
}
