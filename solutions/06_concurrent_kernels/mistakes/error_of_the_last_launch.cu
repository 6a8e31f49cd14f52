// expect: wrong_result
// Each launch's error replaces the one before.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    // ...
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid) {
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + size_t(kid) * run.n, run.n, run.cycles, kid, data);
      error = cudaGetLastError();
    }
    cudaEventRecord(stop);

    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  // ...
}
