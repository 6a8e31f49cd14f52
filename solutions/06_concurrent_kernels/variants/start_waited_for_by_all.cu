// Records the start in the last stream after the zeros, and all others wait for it.
// Before the stop, the first stream waits for the last kernel of each other stream.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  if (error == cudaSuccess) {
    const cudaStream_t last = streams[run.streams - 1];
    cudaMemsetAsync(data, 0, sizeof *data, last);
    cudaEventRecord(start, last);
    for (int i = 0; i + 1 < run.streams; ++i) cudaStreamWaitEvent(streams[i], start, 0);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + kid * run.n, run.n, run.cycles, kid, data);
    for (int i = 1; i < run.streams; ++i) {
      cudaEvent_t end;
      cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
      cudaEventRecord(end, streams[i]);
      cudaStreamWaitEvent(streams[0], end, 0);
      cudaEventDestroy(end);
    }
    cudaEventRecord(stop, streams[0]);
    error = cudaGetLastError();
    // ...
  }
  // ...
}
