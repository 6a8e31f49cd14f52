// expect: data_race
// missing: Neither waits for the other: between the two accesses, neither thread sees
// The threads of a block do not wait for the one that waits.
#include <cuda_runtime.h>

__device__ unsigned mutex;

__device__ void meet(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&mutex, 1u);
    while (int(*(volatile unsigned*)&mutex - goal) < 0) {
    }
    __threadfence();
  }
}

__global__ void rounds(int* slots, int* sums) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int all = gridDim.x * blockDim.x;
  for (int round = 0; round < 2; ++round) {
    slots[round * all + me] = me;
    meet((round + 1) * gridDim.x);
    for (int i = 0; i < all; ++i) sums[me] += slots[round * all + i];
  }
}

int main() {
  int *slots, *sums;
  cudaMalloc(&slots, 8 * sizeof(int));
  cudaMalloc(&sums, 4 * sizeof(int));
  cudaMemset(sums, 0, 4 * sizeof(int));
  rounds<<<2, 2>>>(slots, sums);
  const bool fine = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(slots);
  cudaFree(sums);
  return fine ? 0 : 1;
}
