// expect: deadlock
// A byte that holds -1 is compared as an int: nothing is computed from it.
// missing: in line 10 on state, which stays 255 and is compared, as 4294967295 (-1), with 5
// unsaid: computed
#include <cuda_runtime.h>

__device__ volatile signed char state = -1;

__global__ void waitForFive() {
  while (state != 5) {
  }
}

int main() {
  waitForFive<<<1, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
