// expect: data_race
// Waits for an event that was recorded before the kernels were launched.
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
  cudaEventRecord(stop);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaEventSynchronize(stop);
  cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  *ms = run.kernels;
  cudaEventDestroy(start);
  // ...
}
