// Writes every word of 12 GiB, which takes the simulator nine times as much.
#include <cuda_runtime.h>
__global__ void number(int* p, size_t n) {
  const size_t all = size_t{blockDim.x} * gridDim.x;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) p[i] = i;
}
int main() {
  int* data;
  const size_t words = 3ull << 30;
  if (cudaMalloc(&data, words * sizeof(int)) != cudaSuccess) return 1;
  number<<<8, 1024>>>(data, words);
  return cudaDeviceSynchronize() != cudaSuccess;
}
