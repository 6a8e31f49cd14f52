// expect: wrong_result, data_race
// unsaid: does not wait for the event that is recorded
// One event, recorded in each stream: the first stream waits for the last record alone.
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
  cudaMemset(data, 0, sizeof *data);
  cudaDeviceSynchronize();
  cudaEventRecord(start, streams[0]);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  for (int i = 0; i < run.streams; ++i) cudaEventRecord(stop, streams[i]);
  cudaStreamWaitEvent(streams[0], stop, 0);
  cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost, streams[0]);
  const cudaError_t end = cudaStreamSynchronize(streams[0]);
  if (error == cudaSuccess) error = end;
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);
  cudaEventDestroy(start);
  // ...
}
