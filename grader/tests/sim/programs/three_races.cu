// expect: data_race
// told: 2 more, each with the schedule that shows it:
// Three races, one behind the other.
#include <cuda_runtime.h>

__global__ void thrice(int* a, int* b, int* c) {
  *a = blockIdx.x;
  *b = blockIdx.x;
  *c = blockIdx.x;
}

int main() {
  int* words;
  cudaMalloc(&words, 3 * sizeof(int));
  thrice<<<2, 1>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize();
}
