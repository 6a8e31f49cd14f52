// expect: deadlock
// One thread of each kernel waits for all kernels: where fewer of them have room than
// there are, that is for ever.
// overlay

__device__ int g_arrived;

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) {
    checkIn(data, kid);
    atomicSub(&g_arrived, 1);
    while (atomicAdd(&g_arrived, 0) > 0) {
    }
  }
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
  if (speaks) checkOut(data, kid);
}

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemset(data, 0, sizeof *data);
  const int expected = run.streams == run.kernels ? run.kernels : 0;
  cudaMemcpyToSymbol(g_arrived, &expected, sizeof expected);
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
