// expect: data_race
// schedules: 300
// missing: went on although its atomicCAS in line 11 had read 1 and changed nothing
// missing: admit only the thread that has itself changed its word from free to taken
// told: atomicCAS word, expects 0, reads 1, and
// It tries to take the lock a few times, and goes on in any case.
#include <cuda_runtime.h>

__device__ int word, sum, limit = 2;
__device__ void lock() {
  for (int tries = 0; tries < 100 && atomicCAS(&word, 0, 1) != 0; ++tries) continue;
  __threadfence();
}

__global__ void count() {
  lock();
  const int now = sum;
  if (now < limit) sum = now + 1;
  __threadfence();
  atomicExch(&word, 0);
}

int main() {
  count<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
