// The last kernel is launched first: kids have no order.
// overlay

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  // ...
  KernelConcurrencyData* data;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  cudaMemset(data, 0, sizeof *data);
  cudaEventRecord(start);
  for (int kid = run.kernels - 1; kid >= 0; --kid)
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

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  const bool last = atomicAdd(&blocks_out[kid], 1) == int(gridDim.x) - 1;
  if (!last) return;
  __threadfence();
  blocks_out[kid] = 0;
  // ...
}
