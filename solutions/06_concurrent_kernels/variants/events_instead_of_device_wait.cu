// Streams that do not block, joined by events: the first stream waits for all others, and
// the host for the first stream alone.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i)
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemsetAsync(data, 0, sizeof *data, streams[0]);
  cudaEventRecord(start, streams[0]);
  for (int i = 1; i < run.streams; ++i) cudaStreamWaitEvent(streams[i], start, 0);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  cudaEvent_t done[kMaxStreams];
  for (int i = 1; i < run.streams; ++i) {
    cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    cudaEventRecord(done[i], streams[i]);
    cudaStreamWaitEvent(streams[0], done[i], 0);
  }
  cudaEventRecord(stop, streams[0]);
  cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost, streams[0]);
  if (error == cudaSuccess) error = cudaStreamSynchronize(streams[0]);
  cudaEventElapsedTime(ms, start, stop);
  for (int i = 1; i < run.streams; ++i) cudaEventDestroy(done[i]);
  cudaEventDestroy(start);
  // ...
}
