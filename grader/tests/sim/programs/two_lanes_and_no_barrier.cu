// expect: data_race
// A block of one warp: another block of this program could be larger, so only the barrier
// that is right for any block is named.
// missing: No __syncthreads() that both threads reach lies between line 10 and line 11
// unsaid: __syncwarp
#include <cuda_runtime.h>

__global__ void pass(int* out) {
  __shared__ int word;
  if (threadIdx.x == 0) word = 1;
  if (threadIdx.x == 1) *out = word;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof *out);
  pass<<<1, 2>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
