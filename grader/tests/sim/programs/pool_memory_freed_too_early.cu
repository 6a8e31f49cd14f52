// expect: bad_access
// cudaFree does not wait for the kernel that uses memory of a pool.
#include <cuda_runtime.h>

__global__ void fill(int* memory) { memory[threadIdx.x] = 1; }

int main() {
  int* memory;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&memory, 128, stream);
  fill<<<1, 32, 0, stream>>>(memory);
  cudaFree(memory);
  return cudaDeviceSynchronize();
}
