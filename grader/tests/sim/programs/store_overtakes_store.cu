// expect: deadlock
// missing: wiped it out
// Nothing orders a thread's two relaxed stores: the reset of `end` may land after
// `start`, and so after the answer, which it wipes out.  Reported of a serving system's
// all-reduce.
#include <cuda_runtime.h>

__global__ void ask(volatile int* start, volatile int* end) {
  if (blockIdx.x == 0) {
    *end = 0;
    *start = 1;
    while (*end == 0) {
    }
  } else {
    while (*start == 0) {
    }
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
