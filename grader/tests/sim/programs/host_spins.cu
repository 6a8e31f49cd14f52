// expect: deadlock
// missing: the host: spinning in line 17 on
// The kernel ends without raising the flag that the host waits for.
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
  const volatile int* word = flag;
  while (*word == 0) {
  }
  return cudaFreeHost(flag) == cudaSuccess ? 0 : 1;
}
