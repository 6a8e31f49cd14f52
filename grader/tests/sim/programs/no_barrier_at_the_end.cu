// expect: data_race
// missing: : no __syncthreads() held thread 1 of block
// missing: back until it was through
// Thread 0 waits for the other block, and nothing makes thread 1 wait for thread 0.
#include <cuda_runtime.h>

__device__ int arrived;
__device__ void meet() {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (*(volatile int*)&arrived != 2) {
  }
  __threadfence();
}

__global__ void work(int* data, int* out) {
  const int i = 2 * blockIdx.x + threadIdx.x;
  data[i] = i;
  meet();
  out[i] = data[3 - i];
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  work<<<2, 2>>>(data, out);
  return cudaDeviceSynchronize();
}
