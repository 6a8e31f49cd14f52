// expect: wrong_result
// The stream of a kernel is kid & (streams - 1): right only if streams is a power of
// two.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    // ...
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid & (run.streams - 1)]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);
    // ...
  }
  // ...
}
