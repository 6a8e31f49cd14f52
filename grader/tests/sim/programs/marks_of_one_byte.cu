// expect: data_race
// missing: CUDA has none for a single byte
// unsaid: atomicAdd does both
// Two threads count in one byte, for which CUDA has no atomicAdd.
#include <cuda_runtime.h>

__global__ void mark(char* marks) { marks[3]++; }

int main() {
  char* marks = nullptr;
  cudaMalloc(&marks, 64);
  cudaMemset(marks, 0, 64);
  mark<<<2, 1>>>(marks);
  return cudaDeviceSynchronize() != cudaSuccess;
}
