// expect: wrong_result
// Clears only the masks and counts of its own kernels: those of a larger earlier run
// stay.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    cudaMemset(&data->mask, 0, 2 * sizeof(int));
    cudaMemset(data->masks, 0, run.kernels * sizeof(int));
    cudaMemset(&data->count, 0, 2 * sizeof(int));
    cudaMemset(data->counts, 0, run.kernels * sizeof(int));
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);
    // ...
  }
  // ...
}
