// expect: data_race
// A message between two blocks: the flag arrives, the message need not.
#include <cstdio>

// [kernel]
__device__ int message;
__device__ volatile int flag;

__global__ void pass(int* result) {
  if (blockIdx.x == 0) {
    message = 42;
    flag = 1;
  } else {
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
