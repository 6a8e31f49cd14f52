// expect: data_race
// The writers agree, but the reader waits for none of them.
#include <cuda_runtime.h>

__global__ void flags(int* flag, int* out) {
  if (blockIdx.x < 2)
    *flag = 1;
  else
    *out = *flag;
}

int main() {
  int *flag, *out;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  flags<<<3, 1>>>(flag, out);
  return cudaDeviceSynchronize();
}
