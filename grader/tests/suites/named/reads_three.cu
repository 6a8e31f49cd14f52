// A program that a list names: it adds numbers that it reads; a macro has their sum.

#include <cstdio>

__global__ void add(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x]); }

int main() {
  int values[3], *device, sum = 0;
  for (int& value : values)
    if (std::scanf("%d", &value) != 1) return 2;
  cudaMalloc(&device, 4 * sizeof(int));
  cudaMemset(device, 0, 4 * sizeof(int));
  cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
  add<<<1, 3>>>(device, device + 3);
  cudaMemcpy(&sum, device + 3, sizeof sum, cudaMemcpyDeviceToHost);
#ifdef WRONG
  ++sum;
#endif
  return sum == EXPECTED ? 0 : 1;
}
