// expect: bad_access
// missing: The launch cannot read argument 1 of add: args[0] is the device address of
// missing: is the device address of data[0].
// missing: Each element of args must be the address of a host variable that holds the argument
// The array of a launch by address holds the arguments and not their addresses.
#include <cuda_runtime.h>

__global__ void add(int* data, int n) {
  if (int(threadIdx.x) < n) data[threadIdx.x] += 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 16 * sizeof(int));
  cudaMemset(data, 0, 16 * sizeof(int));
  int n = 4;
  void* args[] = {data, &n};
  cudaLaunchCooperativeKernel((void*)add, 1, 4, args, 0, 0);
  return cudaDeviceSynchronize();
}
