// expect: wrong_result
// Records both events in the first stream: the time is that of its kernels, while those
// of other streams may still run.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemset(data, 0, sizeof *data);
  cudaEventRecord(start, streams[0]);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  cudaEventRecord(stop, streams[0]);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  cudaEventElapsedTime(ms, start, stop);
  cudaEventDestroy(start);
  // ...
}
