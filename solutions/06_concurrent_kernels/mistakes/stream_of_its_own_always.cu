// expect: wrong_result
// Kernels that should follow each other go to separate streams.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEvent_t start, stop;
  for (int i = 0; i < kMaxStreams; ++i) cudaStreamCreate(&streams[i]);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemset(data, 0, sizeof *data);
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid]>>>(run.values + kid * run.n,
                                                            run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  cudaEventRecord(stop);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  cudaEventElapsedTime(ms, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < kMaxStreams; ++i) cudaStreamDestroy(streams[i]);
  return error;
}
