// expect: passed
// What a program prints of its clocks says nothing about its order.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>

__global__ void work(int* sum, long long* ticks) {
  const long long begin = clock64();
  atomicAdd(sum, 1);
  if (blockIdx.x == 0) *ticks = clock64() - begin;
}

int main() {
  int* sum;
  long long *ticks, counted = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaMalloc(&ticks, sizeof *ticks);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  work<<<3, 1>>>(sum, ticks);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  cudaMemcpy(&counted, ticks, sizeof counted, cudaMemcpyDeviceToHost);
  std::printf("%lld ticks, %f ms\n", counted, ms);
}
