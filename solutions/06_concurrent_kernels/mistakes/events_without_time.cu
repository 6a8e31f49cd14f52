// expect: api_error
// Events made without timing record an order, but no time.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  for (int i = 0; i < run.streams; ++i) cudaStreamCreate(&streams[i]);
  cudaEventCreateWithFlags(&start, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&stop, cudaEventDisableTiming);
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemset(data, 0, sizeof *data);
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  cudaEventRecord(stop);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);
  // ...
}
