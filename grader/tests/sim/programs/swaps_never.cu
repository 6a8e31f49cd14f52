// expect: deadlock
// missing: spinning in line 11 on state, which stays 0 and is compared with 2: no kernel
// A compare-and-swap says itself what it compares with; what its result is compared with
// then is no news.
#include <cuda_runtime.h>

__device__ int state;

__global__ void take() {
  // From the word's own operation.
  while (atomicCAS(&state, 2, 1) != 2) {
  }
}

int main() {
  take<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
