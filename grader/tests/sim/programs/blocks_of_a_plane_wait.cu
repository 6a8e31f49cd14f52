// expect: deadlock
// Of a grid with two sides, the blocks are listed in one notation; what other threads of
// these blocks do is told of the same blocks.
// missing: in blocks (0,0,0), (1,0,0), (0,1,0), (1,1,0) of 4, thread 0 spins in line 13
// missing: in the same blocks, thread 1 spins in line 15
#include <cuda_runtime.h>

__device__ volatile int one, other;

__global__ void waitInVain() {
  if (threadIdx.x == 2) return;
  if (threadIdx.x == 0)
    while (one == 0) {
    }
  while (other == 0) {
  }
}

int main() {
  waitInVain<<<dim3(2, 2), 3>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
