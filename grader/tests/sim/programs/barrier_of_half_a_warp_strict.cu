// expect: divergent_barrier
// command: --strict
// missing: Only 16 lanes of a warp reached the __syncthreads()
// By the letter all lanes of a warp must execute an aligned barrier.
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
