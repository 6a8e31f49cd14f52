// Everything but the kernels is in the default stream of the thread.  Events make the
// kernels' streams wait for that stream, and that stream for the kernels.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemsetAsync(data, 0, sizeof *data, cudaStreamPerThread);
  cudaEventRecord(start, cudaStreamPerThread);
  for (int i = 0; i < run.streams; ++i) cudaStreamWaitEvent(streams[i], start, 0);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  for (int i = 0; i < run.streams; ++i) {
    cudaEventRecord(stop, streams[i]);
    cudaStreamWaitEvent(cudaStreamPerThread, stop, 0);
  }
  cudaEventRecord(stop, cudaStreamPerThread);
  cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost,
                  cudaStreamPerThread);
  if (error == cudaSuccess) error = cudaStreamSynchronize(cudaStreamPerThread);
  cudaEventElapsedTime(ms, start, stop);
  cudaEventDestroy(start);
  // ...
}
