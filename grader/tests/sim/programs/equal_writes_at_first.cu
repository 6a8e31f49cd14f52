// expect: data_race
// The two blocks write equal values at first, and different ones afterwards.
#include <cuda_runtime.h>

__global__ void writes(int* word) {
  for (int i = 0; i < 2; ++i) *word = i == 0 ? 7 : static_cast<int>(blockIdx.x);
}

int main() {
  int* word;
  cudaMalloc(&word, sizeof(int));
  writes<<<2, 1>>>(word);
  return cudaDeviceSynchronize();
}
