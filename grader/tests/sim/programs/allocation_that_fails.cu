// expect: bad_access
// missing: Earlier, the allocation in line 13 failed: it asked for 1,099,511,627,776 bytes
// A tebibyte is more than any device has, and the program does not look at what
// cudaMalloc returns.
#include <cuda_runtime.h>

__global__ void set(int* p) { p[threadIdx.x] = 1; }

int main() {
  int* small;
  cudaMalloc(&small, 64);
  int* large;
  cudaMalloc(&large, 1ull << 40);
  set<<<1, 1>>>(large);
  return cudaDeviceSynchronize() != cudaSuccess;
}
