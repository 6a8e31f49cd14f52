// expect: divergent_barrier
// Both barriers stand in one line, so the line says nothing about which is which.
// missing: Threads of one block wait at different calls of __syncthreads in line 9.
// unsaid: some in line
#include <cuda_runtime.h>

__global__ void part() {
  // clang-format off
  if (threadIdx.x == 0) __syncthreads(); else __syncthreads();
  // clang-format on
}

int main() {
  part<<<1, 2>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
