// expect: bad_access
// told: write results[40]
// An index is in elements of the size of the access: this one is of 2 bytes.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void store(__half* results) { results[40] = __float2half(1.0f); }

int main() {
  __half* results = nullptr;
  cudaMalloc(&results, 32 * sizeof(__half));
  store<<<1, 1>>>(results);
  return cudaDeviceSynchronize() != cudaSuccess;
}
