// expect: data_race
// unsaid: went on although
// unsaid: a lock must admit
#include <cuda_runtime.h>
__device__ int claimed, table, result[2];
// The first block makes the table; the others use it (without waiting: the bug).
__global__ void once() {
  if (atomicCAS(&claimed, 0, 1) == 0) {
    table = 42;
    __threadfence();
  }
  result[blockIdx.x] = table;
}
int main() {
  once<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
