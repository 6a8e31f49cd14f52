// expect: advice uninitialized_read
// missing: which nothing had written before
// A word of a large allocation that nothing has written is found like one of a small
// allocation, and has the same value in every schedule.
#include <cuda_runtime.h>
__global__ void copy(const unsigned* from, unsigned* to) { *to = *from; }

int main() {
  unsigned *large, *small, found[2];
  cudaMalloc(&large, 3ull << 30);
  cudaMalloc(&small, 64);
  copy<<<1, 1>>>(large + (1ull << 29), small);
  copy<<<1, 1>>>(small + 8, small + 1);
  cudaMemcpy(found, small, sizeof found, cudaMemcpyDeviceToHost);
  return found[0] != found[1];
}
