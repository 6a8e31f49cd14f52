// expect: data_race
// unsaid: Nor does one lie
// Only the sender's fence is missing.
#include <cstdio>

__device__ int slot, flag;

__global__ void pass(int* result) {
  volatile int* up = &flag;
  if (blockIdx.x == 0) {
    slot = 7;
    *up = 1;
  } else {
    while (*up == 0) {
    }
    __threadfence();
    *result = slot;
  }
}

int main() {
  int* result;
  int host = 0;
  cudaMalloc(&result, sizeof(int));
  pass<<<2, 1>>>(result);
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d\n", host);
  return host == 7 ? 0 : 1;
}
