// expect: wrong_result
// runKernels() keeps the error of a launch, so as to report it once.
#include "concurrency.cuh"

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));

  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
  atomicSub(&data->count, 1);
}

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);

  const long long stride = 1ll * gridDim.x * blockDim.x;
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);

  if (speaks) checkOut(data, kid);
}

__device__ KernelConcurrencyData g_kernelData;

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  cudaError_t error = cudaSuccess;
  cudaStream_t streams[kMaxStreams];
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i) cudaStreamCreate(&streams[i]);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  KernelConcurrencyData* data;
  error = cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  if (error == cudaSuccess) {
    cudaMemset(data, 0, sizeof *data);
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + size_t(kid) * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);

    static cudaError_t reported = cudaSuccess;
    error = cudaGetLastError();
    if (error != cudaSuccess && error == reported) error = cudaSuccess;
    if (error != cudaSuccess) reported = error;
    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < run.streams; ++i) cudaStreamDestroy(streams[i]);
  return error;
}

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    const int before = atomicOr(&data->mask, bit);

    if ((before & bit) == 0) {
      data->masks[kid] = before | bit;
      atomicMax(&data->maskMax, __popc(before | bit));

      const int count = atomicAdd(&data->count, 1) + 1;
      data->counts[kid] = count;
      atomicMax(&data->countMax, count);
    }
  }
  __syncthreads();
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;

  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;

  __threadfence();
  blocks_out[kid] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  atomicSub(&data->count, 1);
}

#include "program.cuh"
