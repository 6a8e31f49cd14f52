// expect: data_race
// told: atomicAdd arrived, 0 -> 1
// told: atomicAdd arrived, 1 -> 2
// A barrier of two blocks that each thread counts up: the steps show who made the count
// that let a block go on.
#include <cuda_runtime.h>
#include <cstdio>

__device__ int arrived, data[2], sum;

__global__ void meet() {
  if (blockIdx.x == 1 && threadIdx.x == 0) data[1] = 5;
  __syncthreads();
  __threadfence();
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < 2) {
  }
  __threadfence();
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) sum = data[1];
}

int main() {
  meet<<<2, 2>>>();
  int result = 0;
  cudaMemcpyFromSymbol(&result, sum, sizeof result);
  return 0;
}
