// expect: api_error
// says: cudaGetSymbolAddress() gives the other
// Clears the data by the address that it has in host code, and looks at the error.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  data = &g_kernelData;
  error = cudaMemset(data, 0, sizeof *data);
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels && error == cudaSuccess; ++kid) {
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
    error = cudaGetLastError();
  }
  cudaEventRecord(stop);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess)
    error = cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  // ...
}
