// expect: deadlock
// missing: which stays 1 and is compared with 2: block 1 was the last to write it, in line 10
// One block arrives, and the other one waits for two.
#include <cuda_runtime.h>

__global__ void meet(volatile int* arrived) {
  if (blockIdx.x == 0)
    while (*arrived != 2) {
    }
  if (blockIdx.x == 1) *arrived = 1;
}

int main() {
  int* arrived;
  cudaMalloc(&arrived, sizeof(int));
  cudaMemset(arrived, 0, sizeof(int));
  meet<<<2, 1>>>(arrived);
  return cudaDeviceSynchronize();
}
