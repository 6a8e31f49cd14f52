// expect: passed
// One warp comes to the barrier, and the other one has ended, whole.
#include <cuda_runtime.h>

__global__ void fill(int* p) {
  if (threadIdx.x >= 32) return;
  p[threadIdx.x] = 1;
  __syncthreads();
}

int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));
  fill<<<1, 64>>>(p);
  return cudaDeviceSynchronize();
}
