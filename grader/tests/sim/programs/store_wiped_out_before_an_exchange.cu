// expect: passed
// An exchange that has read a word stands right behind what it read: the answer cannot
// land between the two, so the reset, which is an exchange, does not wipe it out.
#include <cuda_runtime.h>

__global__ void ask(int* start, int* end, int* before) {
  if (blockIdx.x == 0) {
    *before = atomicExch(end, 0);
    *(volatile int*)start = 1;
    while (*(volatile int*)end == 0) {
    }
  } else {
    while (*(volatile int*)start == 0) {
    }
    *(volatile int*)end = 1;
  }
}

int main() {
  int *words, before = 0;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  ask<<<2, 1>>>(words, words + 1, words + 2);
  cudaMemcpy(&before, words + 2, sizeof before, cudaMemcpyDeviceToHost);
  return before;
}
