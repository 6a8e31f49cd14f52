// expect: passed
// A priority among the attributes of a launch is a hint; the others count as before.
// What cudaFuncSetAttribute has allowed, cudaFuncGetAttributes tells.
#include <cuda_runtime.h>

__global__ void write(int* out, int value) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = value;
  out[blockIdx.x] = shared[threadIdx.x];
}

int main() {
  constexpr int kShared = 100 * 1024;
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  cudaFuncSetAttribute(write, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared);
  cudaFuncAttributes of_kernel;
  cudaFuncGetAttributes(&of_kernel, write);
  if (of_kernel.maxDynamicSharedSizeBytes != kShared) return 1;
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = -1;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 1;
  config.dynamicSmemBytes = kShared;
  config.attrs = attributes;
  config.numAttrs = 2;
  if (cudaLaunchKernelEx(&config, write, out, 3) != cudaSuccess) return 2;
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  return out[0] == 3 && out[1] == 3 ? 0 : 4;
}
