// expect: passed
// A copy between devices on a default stream comes between what both do before and after.
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  const int n = 4;
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaSetDevice(1);
  cudaMalloc(&b, n * sizeof(int));
  cudaSetDevice(0);
  fill<<<1, n>>>(a, 7);
  cudaSetDevice(1);
  fill<<<1, n>>>(b, 1);
  cudaMemcpyPeer(b, 1, a, 0, n * sizeof(int));
  fill<<<1, n>>>(b, 8);
  cudaSetDevice(0);
  fill<<<1, n>>>(a, 9);
  // The same without the devices' names, and from the other device.
  cudaMemcpy(a, b, n * sizeof(int), cudaMemcpyDefault);
  int values[n];
  cudaMemcpy(values, a, sizeof values, cudaMemcpyDeviceToHost);
  for (int value : values)
    if (value != 8) return 1;
  return 0;
}
