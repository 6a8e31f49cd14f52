// expect: no_progress
// schedules: 3
// missing: steps: 2 threads only repeat the atomicAdd in line 13
// missing: the atomicAdd in line 13, the atomicSub in line 13 on word
// missing: The threads that wait in that loop also write the word that they wait for
// Who finds the lock taken takes back what it has added.  Block 0 never gives it up, so
// that the others go on forever, and no smaller input would help them.
#include <cuda_runtime.h>

__device__ int word, sum;

__device__ void lock() {
  while (atomicAdd(&word, 1) != 0) atomicSub(&word, 1);
  __threadfence();
}

__global__ void count() {
  lock();
  sum += 1;
}

int main() {
  count<<<3, 1>>>();
  return cudaDeviceSynchronize();
}
