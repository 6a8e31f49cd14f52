// expect: data_race
// schedules: 1
// missing: No __syncthreads() that both threads reach lies between
// told: racing write sums
// unsaid: racing cudaMemcpy
// Two million steps lie before the race, more than a history keeps: it keeps the last
// ones.
#include <cuda_runtime.h>

__global__ void sum(const int* values, int* sums, int rounds) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  for (int i = 0; i < rounds; ++i) own[threadIdx.x] += values[(i + threadIdx.x) % 256];
  if (blockIdx.x == 1) {
    if (threadIdx.x == 7) sums[0] = own[7];
    if (threadIdx.x == 8) sums[0] += own[8];
  }
}

int main() {
  int *values, *sums;
  int zeros[256] = {};
  cudaMalloc(&values, sizeof zeros);
  cudaMalloc(&sums, sizeof(int));
  cudaMemcpy(values, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  sum<<<2, 256>>>(values, sums, 2000);
  return cudaDeviceSynchronize();
}
