// expect: bad_access
// missing: at byte 3221225472 of data
// Behind the last byte of a large allocation there is nothing.
#include <cuda_runtime.h>
__global__ void set(char* p, size_t last) { p[last] = 1; }

int main() {
  char* data;
  cudaMalloc(&data, 3ull << 30);
  set<<<1, 1>>>(data, 3ull << 30);
  return cudaDeviceSynchronize() != cudaSuccess;
}
