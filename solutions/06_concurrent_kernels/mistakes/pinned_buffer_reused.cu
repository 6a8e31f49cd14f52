// expect: data_race
// Copies zeros from the report, and overwrites the report for the results while that
// copy is pending.
// overlay

#include <cstring>

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  memset(report, 0, sizeof *report);
  cudaMemcpyAsync(data, report, sizeof *report, cudaMemcpyHostToDevice);
  memset(report, 0xff, sizeof *report);
  cudaEventRecord(start);
  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error = cudaGetLastError();
  cudaEventRecord(stop);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  cudaEventElapsedTime(ms, start, stop);
  cudaEventDestroy(start);
  // ...
}
