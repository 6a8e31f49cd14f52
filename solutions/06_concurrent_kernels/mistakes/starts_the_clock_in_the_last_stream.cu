// expect: wrong_result
// The first event is recorded in the last stream.  With one stream, that is right.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    cudaMemset(data, 0, sizeof *data);
    cudaEventRecord(start, streams[run.streams - 1]);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);
    // ...
  }
  // ...
}
