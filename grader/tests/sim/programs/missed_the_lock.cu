// expect: data_race
// missing: both run line 14 and write the same word
// unsaid: went on although
#include <cuda_runtime.h>
// try-lock: who fails counts that it has missed (with a race).
__device__ int word, sum, missed;
__global__ void count() {
  if (atomicCAS(&word, 0, 1) == 0) {
    __threadfence();
    sum = sum + 1;
    __threadfence();
    atomicExch(&word, 0);
  } else {
    missed = 1 + blockIdx.x;
  }
}
int main() {
  count<<<4, 1>>>();
  return cudaDeviceSynchronize();
}
