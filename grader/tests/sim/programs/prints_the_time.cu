// expect: passed
// The host's own clock: no schedule prints the same twice.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>

__global__ void work(int* sum) { atomicAdd(sum, 1); }

int main() {
  const auto begin = std::chrono::steady_clock::now();
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  work<<<2, 1>>>(sum);
  cudaDeviceSynchronize();
  const auto took = std::chrono::steady_clock::now() - begin;
  std::printf("%lld ns\n", static_cast<long long>(took.count()));
}
