// expect: passed
// schedules: 3
// 3,200 launches with a quarter of a million accesses each: a schedule would take
// minutes if every launch ran.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kRounds = 2048;

__global__ void sums(const int* in, int* out) {
  int sum = 0;
  for (int i = 0; i < kRounds; ++i) sum += in[(threadIdx.x + i) % kThreads];
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out, first = 0;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  for (int i = 0; i < 3200; ++i) sums<<<1, kThreads>>>(in, out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  return first != 0;
}
