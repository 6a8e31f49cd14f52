// expect: bad_access
// missing: The launch cannot read argument 2 of add: args[1] is 0x4, which is not an address.
// A number where the address of a number belongs.
#include <cuda_runtime.h>

__global__ void add(int* data, int n) {
  if (int(threadIdx.x) < n) data[threadIdx.x] += 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 16 * sizeof(int));
  cudaMemset(data, 0, 16 * sizeof(int));
  void* args[] = {&data, reinterpret_cast<void*>(4)};
  cudaLaunchKernel((void*)add, 1, 4, args, 0, 0);
  return cudaDeviceSynchronize();
}
