// expect: advice equal_writes
// missing: Both write the same value.
// missing: both run line 7 and write the same word.
// All threads write the same value: a race by the letter, and what people write.
#include <cuda_runtime.h>

__global__ void finds(int* found) { *found = 7; }

int main() {
  int* found;
  cudaMalloc(&found, sizeof(int));
  finds<<<2, 32>>>(found);
  return cudaDeviceSynchronize();
}
