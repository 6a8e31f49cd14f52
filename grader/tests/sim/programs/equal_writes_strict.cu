// expect: data_race
// command: --strict
// missing: Both write the same value.
// missing: "strict":true
// By the letter, equal values are no excuse.
#include <cuda_runtime.h>

__global__ void finds(int* found) { *found = 7; }

int main() {
  int* found;
  cudaMalloc(&found, sizeof(int));
  finds<<<2, 32>>>(found);
  return cudaDeviceSynchronize();
}
