// expect: deadlock
// missing: which stays 0: no kernel has written it
// Nobody sets the flag.  In each of two blocks somebody keeps a copy of it in shared
// memory, which has one address in both.
#include <cuda_runtime.h>

__global__ void wait(volatile int* flag) {
  __shared__ int copy;
  if (threadIdx.x == 0)
    while ((copy = *flag) == 0) {
    }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 2>>>(flag);
  return cudaDeviceSynchronize();
}
