// expect: deadlock
// The two threads of one block wait for different values of one word.
// missing: and is compared with 7 and with 8, by different threads
#include <cuda_runtime.h>

__device__ volatile int state;

__global__ void waitForMine() {
  const int mine = 7 + threadIdx.x;
  while (state != mine) {
  }
}

int main() {
  waitForMine<<<1, 2>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
