// expect: data_race
// missing: The loop in line 12 waits with ordinary reads for another thread of the block
// missing: Make the flag atomic or volatile, with a __threadfence_block() before setting it
// A flag between two warps that is neither volatile nor an atomic.  A barrier where the
// race is would hang: it is the flag that is to change.
#include <cuda_runtime.h>

__global__ void hand_over(int* out) {
  __shared__ int value, ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  while (threadIdx.x == 32 && ready == 0) {
  }
  if (threadIdx.x == 32) *out = value;
  if (threadIdx.x == 0) {
    value = 7;
    ready = 1;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  hand_over<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
