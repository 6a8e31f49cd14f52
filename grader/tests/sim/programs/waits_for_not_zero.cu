// expect: deadlock
// missing: on flag, which stays 0: no kernel has written it
// unsaid: compared
// unsaid: other thread
// Whether a word is 0 is no news, nor is the index of a loop that looks at it; and all of
// the block's threads wait.
#include <cuda_runtime.h>

__device__ int flag;

__global__ void wait(int looks) {
  int seen = 0;
  for (int i = 0; i < looks || seen == 0; i = looks) seen = *(volatile int*)&flag;
}

int main() {
  wait<<<1, 2>>>(2);
  return cudaDeviceSynchronize();
}
