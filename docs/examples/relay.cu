// expect: advice missing_relay_fence
// Block 1 passes a signal on without a fence.
#include <cstdio>

__device__ int message;
__device__ volatile int first, second;

// [kernel]
__global__ void pass(int* result) {
  if (blockIdx.x == 0) {
    message = 42;
    __threadfence();
    first = 1;
  } else if (blockIdx.x == 1) {
    while (first == 0) {
    }
    second = 1;
  } else {
    while (second == 0) {
    }
    __threadfence();
    *result = message;
  }
}
// [kernel]

int main() {
  int* result;
  int host = 0;
  cudaMalloc(&result, sizeof(int));
  pass<<<3, 1>>>(result);
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d\n", host);
  return host == 42 ? 0 : 1;
}
