// expect: passed
// The host polls a flag that nobody raises, and asks in between whether the kernel has
// ended: that is no deadlock.
#include <cuda_runtime.h>

__global__ void forgets(volatile int* flag) {
  for (int i = 0; i < 20; ++i)
    if (*flag != 0) return;
}

int main() {
  int* flag;
  cudaHostAlloc(reinterpret_cast<void**>(&flag), sizeof(int), cudaHostAllocMapped);
  *flag = 0;
  forgets<<<1, 1>>>(flag);
  while (*static_cast<volatile int*>(flag) == 0)
    if (cudaStreamQuery(nullptr) != cudaErrorNotReady) break;
  return cudaFreeHost(flag) == cudaSuccess ? 0 : 1;
}
