// expect: data_race
// missing: Block 0 went on from the volatile read in line 15, which saw 1 in mutex, before
// missing: before block 1 had added to it: block 0 must keep waiting until block 1 has.
// unsaid: barrier of all blocks
// unsaid: send an atomic or volatile signal
// The goal grows by one, not by the number of blocks: the first block passes alone.
#include <cuda_runtime.h>

__device__ unsigned mutex;

__device__ void meet(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&mutex, 1u);
    while (*(volatile unsigned*)&mutex < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void phases(int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + (i > 0 ? a[i - 1] : 0);
  meet(1);
  a[i] = b[i] + (i > 0 ? b[i - 1] : 0);
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMalloc(&b, 4 * sizeof(int));
  cudaMemset(a, 0, 4 * sizeof(int));
  phases<<<2, 2>>>(a, b);
  return cudaDeviceSynchronize();
}
