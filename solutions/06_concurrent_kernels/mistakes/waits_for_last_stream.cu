// expect: data_race
// The last stream is not the last to end.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i)
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemset(data, 0, sizeof *data);
  cudaDeviceSynchronize();
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  cudaEventRecord(stop);
  if (error == cudaSuccess) error = cudaStreamSynchronize(streams[run.streams - 1]);
  cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  *ms = run.kernels;
  cudaEventDestroy(start);
  // ...
}
