// expect: passed
// The fences let the reset land before `start`, and the answer after it.
#include <cuda_runtime.h>

__global__ void ask(volatile int* start, volatile int* end) {
  if (blockIdx.x == 0) {
    *end = 0;
    __threadfence();
    *start = 1;
    while (*end == 0) {
    }
  } else {
    while (*start == 0) {
    }
    __threadfence();
    *end = 1;
  }
}

int main() {
  int* words;
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  ask<<<2, 1>>>(words, words + 1);
  return cudaDeviceSynchronize();
}
