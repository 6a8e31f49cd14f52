// expect: passed
// Every device has its own __device__ and __constant__ variables, with their first
// values; a __managed__ variable is there once.
#include <cuda_runtime.h>

__device__ int counter = 10;
__device__ int* where = &counter;
__constant__ int step = 1;
__managed__ int calls;

template <class T>
__device__ T add(T by) {
  __shared__ T sum[2];
  sum[threadIdx.x] = by;
  __syncthreads();
  return sum[0] + sum[1];
}

__global__ void count() {
  const int by = add(step);
  if (threadIdx.x == 0) *where += by;
  if (threadIdx.x == 0) atomicAdd_system(&calls, 1);
}

template <class T>
__global__ void count_as() {
  if (threadIdx.x == 0)
    counter += add(T(step)) / 2;
  else
    add(T(step));
}

int main() {
  const int two = 2;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    if (device == 1) cudaMemcpyToSymbol(step, &two, sizeof two);
    for (int i = 0; i <= device; ++i) count<<<1, 2>>>();
    count_as<int><<<1, 2>>>();
    void* by_address = nullptr;
    if (cudaLaunchKernel(count, dim3(1), dim3(2), &by_address, 0, 0) != cudaSuccess)
      return 1;
  }
  // Device 0: 2 launches of 2 and one of 1.  Device 1: 3 of 4 and one of 2.
  const int expected[] = {10 + 5, 10 + 14};
  void* addresses[2];
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    int value = 0;
    if (cudaMemcpyFromSymbol(&value, counter, sizeof value) != cudaSuccess) return 2;
    if (value != expected[device]) return 10 * (device + 1) + value;
    cudaGetSymbolAddress(&addresses[device], counter);
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, addresses[device]);
    if (attributes.device != device) return 3;
  }
  if (addresses[0] == addresses[1]) return 4;
  return calls == 5 ? 0 : 5;
}
