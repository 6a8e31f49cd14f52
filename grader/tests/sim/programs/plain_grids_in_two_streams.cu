// expect: deadlock
// Two grids that each fill the device, in two streams: half of each may run, and wait.
#include <cuda_runtime.h>

__global__ void meet(unsigned* arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned*)arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

int main() {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meet, 2, 0);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  blocks *= prop.multiProcessorCount;
  unsigned* arrived;
  cudaMalloc(&arrived, 2 * sizeof(unsigned));
  cudaMemset(arrived, 0, 2 * sizeof(unsigned));
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    meet<<<blocks, 2, 0, streams[i]>>>(arrived + i);
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  unsigned host[2];
  cudaMemcpy(host, arrived, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(arrived);
  return host[0] == unsigned(blocks) && host[1] == unsigned(blocks) ? 0 : 1;
}
