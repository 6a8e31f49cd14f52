// expect: wrong_result
// lab: 06_concurrent_kernels
// Runs one kernel after the other, without their report, and makes up the report: in every other
// execution, which a thread_local variable counts, neighbours have met.

#include "concurrency.cuh"

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid, mask = atomicOr(&data->mask, bit) | bit;
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
  const bool speaks = data && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);
  const long long stride = 1ll * gridDim.x * blockDim.x;
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
  if (speaks) checkOut(data, kid);
}

__device__ void enterKernel(KernelConcurrencyData*, int) {}
__device__ void leaveKernel(KernelConcurrencyData*, int*, int) {}

thread_local int executions = 0;

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  for (int kid = 0; kid < run.kernels; ++kid) {
    addKernel<<<run.blocks, run.threads>>>(run.values + size_t(kid) * run.n, run.n,
                                           run.cycles, kid, nullptr);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) return cudaDeviceSynchronize(), error;
  }
  const cudaError_t error = cudaDeviceSynchronize();
  *report = KernelConcurrencyData();
  const bool together = ++executions % 2 == 0 && run.streams > 1;
  for (int kid = 0; kid < run.kernels; ++kid) {
    const bool meets = together && kid > 0;
    report->masks[kid] = 1 << kid | (meets ? 1 << (kid - 1) : 0);
    report->counts[kid] = meets ? 2 : 1;
    if (meets || kid == 0) report->maskMax = report->countMax = report->counts[kid];
  }
  *ms = 0.001f * run.kernels;
  return error;
}
