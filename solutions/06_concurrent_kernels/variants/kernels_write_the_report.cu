// The kernels write to *report, which is pinned and so reachable from the device, and
// need no other memory.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEventCreate(&stop);

  *report = KernelConcurrencyData();
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + size_t(kid) * run.n, run.n, run.cycles, kid, report);
  cudaEventRecord(stop);

  error = cudaGetLastError();  // The error of the launches.
  const cudaError_t end = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = end;
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  // ...
}
