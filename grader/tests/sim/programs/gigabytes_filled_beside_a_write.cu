// expect: data_race
// missing: cudaMemsetAsync
// Of three gibibytes that one stream fills, a kernel in another writes one word.
#include <cuda_runtime.h>
__global__ void set(int* p) { p[123456789] = 1; }

int main() {
  int* data;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&data, 3ull << 30);
  cudaMemsetAsync(data, 0, 3ull << 30, first);
  set<<<1, 1, 0, second>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
