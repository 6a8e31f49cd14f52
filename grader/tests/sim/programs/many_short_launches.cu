// expect: passed
// schedules: 4
// Each launch is short, and all together have more steps than one may have in vain.
#include <cuda_runtime.h>

__global__ void fill(int* p) {
  __shared__ int s[64];
  for (int i = 0; i < 8; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
  }
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));
  for (int i = 0; i < 4000; i++) {
    fill<<<1, 64>>>(p);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
  return 0;
}
