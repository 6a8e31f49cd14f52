// expect: data_race
// missing: went on although its atomicCAS in line 10 had read 0 and changed nothing
// The arguments of atomicCAS are in the wrong order: it compares with 1, and stores 0.
#include <cuda_runtime.h>

__device__ int mutex, sum;

__global__ void count() {
  // Found free, it stays free.
  while (atomicCAS(&mutex, 1, 0) != 0) {
  }
  __threadfence();
  sum = sum + 1;
  __threadfence();
  atomicExch(&mutex, 0);
}

int main() {
  count<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
