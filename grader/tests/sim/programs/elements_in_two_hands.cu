// expect: data_race
// missing: both came to data[0]: if each element is meant for one thread alone, correct the
// missing: one atomic operation must read and write it in one step
// unsaid: atomicAdd does both
// Each block works on all elements; the only `+=` in the line is the loop's.
#include <cuda_runtime.h>

__global__ void work(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 3 * data[i] + 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 4 * sizeof(int));
  cudaMemset(data, 0, 4 * sizeof(int));
  work<<<2, 2>>>(data, 4);
  return cudaDeviceSynchronize();
}
