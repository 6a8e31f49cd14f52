// Launches by cudaLaunchKernelExC.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    // ...
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid) {
      unsigned* values = run.values + size_t(kid) * run.n;
      void* arguments[] = {&values, &run.n, &run.cycles, &kid, &data};
      cudaLaunchConfig_t config = {};
      config.gridDim = dim3(run.blocks);
      config.blockDim = dim3(run.threads);
      config.stream = streams[kid % run.streams];
      cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(addKernel), arguments);
    }
    cudaEventRecord(stop);
    // ...
  }
  // ...
}
