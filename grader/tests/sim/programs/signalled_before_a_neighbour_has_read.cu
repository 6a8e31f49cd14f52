// expect: data_race
// missing: that thread may signal before this one has read
// unsaid: before this one has written
// Thread 0 reads the input, thread 1 signals that it may be overwritten; no barrier of
// their block lies between.
#include <cuda_runtime.h>

__device__ int input, done;

__global__ void replace(int* output) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) *output = input;
    if (threadIdx.x == 1) {
      __threadfence();
      atomicExch(&done, 1);
    }
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&done, 0) == 0) {
    }
    __threadfence();
    input = 2;
  }
}

int main() {
  int* output = nullptr;
  cudaMalloc(&output, sizeof(int));
  replace<<<2, 2>>>(output);
  return cudaDeviceSynchronize() != cudaSuccess;
}
