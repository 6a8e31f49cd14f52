// expect: data_race
// missing: Both threads passed the atomicExch in line 12, the second before the first
// missing: the second before the first had left line 18
// missing: admit only the thread that has itself changed its word from free to taken
// It looks whether the lock is free, and then takes it: two steps.  An atomic in place of
// what the lock guards is not what is missing.
#include <cuda_runtime.h>

__device__ int word, sum;
__device__ void lock() {
  while (atomicAdd(&word, 0) != 0) continue;
  atomicExch(&word, 1);
  __threadfence();
}

__global__ void count() {
  lock();
  sum += 1;
  __threadfence();
  atomicExch(&word, 0);
}

int main() {
  count<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
