// expect: data_race, api_error
// The host polls the stop event 1,000 times, and then reads whatever is there.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    // ...
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);
    error = cudaGetLastError();
    cudaError_t end = cudaEventQuery(stop);
    for (int looks = 0; end == cudaErrorNotReady && looks < 1000; ++looks)
      end = cudaEventQuery(stop);
    if (end == cudaErrorNotReady) end = cudaSuccess;
    if (error == cudaSuccess) error = end;
  }
  if (error == cudaSuccess)
    error =
        cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost, streams[0]);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);
  // ...
}
