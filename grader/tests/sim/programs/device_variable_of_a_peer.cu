// expect: bad_access
// missing: memory of device 0 by a kernel on device 1, which has no access to it
// missing: total
// A pointer to a variable of device 0 is none that device 1 may follow.
#include <cuda_runtime.h>

__device__ int total;

__global__ void add(int* to) { *to += 1; }

int main() {
  void* address = nullptr;
  cudaGetSymbolAddress(&address, total);
  cudaSetDevice(1);
  add<<<1, 1>>>(static_cast<int*>(address));
  cudaDeviceSynchronize();
  return 0;
}
