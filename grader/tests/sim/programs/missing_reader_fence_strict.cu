// expect: data_race
// command: --strict
// missing: No run on an H200 was seen to go wrong without it
// The reader sees the flag, and reads on without a fence.
#include <cuda_runtime.h>

__global__ void message(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *data;
  }
}

int main() {
  int* words;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  message<<<2, 1>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize();
}
