// expect: data_race
// missing: Nor does one lie between the volatile read in line 14, which saw the signal
// Neither side has a fence, and both places are named at once.
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
