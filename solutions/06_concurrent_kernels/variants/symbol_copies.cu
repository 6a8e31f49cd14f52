// Clears and reads the variable by its name.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  static const KernelConcurrencyData zeros = {};
  cudaMemcpyToSymbol(g_kernelData, &zeros, sizeof zeros);
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  cudaEventRecord(stop);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(report, g_kernelData, sizeof *report);
  cudaEventElapsedTime(ms, start, stop);
  cudaEventDestroy(start);
  // ...
}
