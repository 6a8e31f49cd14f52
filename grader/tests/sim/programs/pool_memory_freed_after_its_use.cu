// expect: passed
// cudaFree frees memory of a pool after the host has waited for the kernel.
#include <cuda_runtime.h>

__global__ void fill(int* memory) { memory[threadIdx.x] = 1; }

int main() {
  int* memory;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&memory, 128, stream);
  fill<<<1, 32, 0, stream>>>(memory);
  cudaStreamSynchronize(stream);
  cudaFree(memory);
  return cudaDeviceSynchronize();
}
