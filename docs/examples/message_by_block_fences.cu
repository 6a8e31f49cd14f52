// expect: data_race
// A message between two blocks: fences that reach no further than their own block.
#include <cstdio>

__device__ int message;
__device__ volatile int flag;

// [kernel]
__global__ void pass(int* result) {
  if (blockIdx.x == 0) {
    message = 42;
    __threadfence_block();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence_block();
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
