// expect: api_error
// says: cudaGetSymbolAddress() gives the other
// Asks for the data's address on the device, and then copies from the one that the data
// have in host code.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  error = cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  if (error == cudaSuccess) {
    cudaMemset(data, 0, sizeof *data);
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + size_t(kid) * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);

    error = cudaGetLastError();
    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(report, &g_kernelData, sizeof *report, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  // ...
}
