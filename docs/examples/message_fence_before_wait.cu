// expect: advice missing_acquire_fence
// A message between two blocks: the block that receives fences before it waits.
#include <cstdio>

__device__ int message;
__device__ volatile int flag;

// [kernel]
__global__ void pass(int* result) {
  if (blockIdx.x == 0) {
    message = 42;
    __threadfence();
    flag = 1;
  } else {
    __threadfence();
    while (flag == 0) {
    }
    *result = message;
  }
}
// [kernel]

int main() {
  int* result;
  int host = 0;
  cudaMalloc(&result, sizeof(int));
  pass<<<2, 1>>>(result);
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d\n", host);
  return host == 42 ? 0 : 1;
}
