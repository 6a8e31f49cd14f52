// expect: data_race
// missing: no __syncthreads() held thread 1 of block
// All threads but one leave the barrier at once.
#include <cuda_runtime.h>

__device__ int arrived;

__device__ void meet() {
  if (threadIdx.x != 0) return;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (*(volatile int*)&arrived != 2) {
  }
  __threadfence();
}

__global__ void work(int* data, int* out) {
  const int i = 2 * blockIdx.x + threadIdx.x;
  if (threadIdx.x == 0) data[blockIdx.x] = i;
  meet();
  out[i] = data[1 - blockIdx.x];
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  work<<<2, 2>>>(data, out);
  return cudaDeviceSynchronize();
}
