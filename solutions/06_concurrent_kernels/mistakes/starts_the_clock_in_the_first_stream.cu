// expect: wrong_result
// The first event is recorded in the first stream, and the kernels of the others need
// not wait for it: they may have ended when its time is taken.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    cudaMemset(data, 0, sizeof *data);
    cudaEventRecord(start, streams[0]);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);
    // ...
  }
  // ...
}
