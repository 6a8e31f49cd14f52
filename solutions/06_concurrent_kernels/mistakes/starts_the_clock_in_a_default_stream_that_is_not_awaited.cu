// expect: wrong_result
// The kernels' streams do not wait for the default stream, in which the first event is
// recorded.  The last event waits for all of them.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i)
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
  cudaEventCreate(&start);
  // ...
  if (error == cudaSuccess) {
    cudaMemset(data, 0, sizeof *data);
    cudaDeviceSynchronize();
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    cudaEvent_t ended;
    cudaEventCreateWithFlags(&ended, cudaEventDisableTiming);
    for (int i = 0; i < run.streams; ++i) {
      cudaEventRecord(ended, streams[i]);
      cudaStreamWaitEvent(nullptr, ended, 0);
    }
    cudaEventDestroy(ended);
    cudaEventRecord(stop);
    // ...
  }
  // ...
}
