// expect: advice partial_barrier
// missing: Only 16 lanes of a warp reached the __syncthreads() in line 9: the other 16 had ended.
// Half of a warp comes to the barrier, and the other half has nothing to do.
#include <cuda_runtime.h>

__global__ void fill(int* p) {
  if (threadIdx.x < 16) {
    p[threadIdx.x] = 1;
    __syncthreads();
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));
  fill<<<1, 64>>>(p);
  return cudaDeviceSynchronize();
}
