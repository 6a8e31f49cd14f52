// expect: data_race
// cudaDeviceSynchronize() waits for the current device, not for the one with the kernel.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMallocHost(&data, 4 * sizeof(int));
  fill<<<1, 4>>>(data);
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  const int last = data[3];
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  return last < 0;
}
