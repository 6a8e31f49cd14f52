// expect: deadlock
// told: block 0 of 2: spinning in line 12 on locks[1],
// told: block 0, thread 0  line 12  atomicCAS locks[0], 0 -> 1
// told: block 1, thread 0  line 12  atomicCAS locks[1], 0 -> 1
// told: atomicCAS locks[0], expects 0, reads 1,
// Two locks, which two blocks take in two orders.
#include <cuda_runtime.h>

__device__ int locks[2];
__device__ int total;
__device__ void lock(int* l) {
  while (atomicCAS(l, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock(int* l) {
  __threadfence();
  atomicExch(l, 0);
}
__global__ void work() {
  int a = blockIdx.x, b = 1 - blockIdx.x;
  for (int i = 0; i < 3; ++i) {
    lock(&locks[a]);
    lock(&locks[b]);
    total += 1;
    unlock(&locks[b]);
    unlock(&locks[a]);
  }
}
int main() {
  work<<<2, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
