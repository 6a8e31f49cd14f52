// expect: advice uninitialized_read
// To add to a bit-field is to read it, and nobody has written the shared counter.
// missing: Thread 0 of block 0 writes it only afterwards, in line 13
#include <cuda_runtime.h>

struct Tally {
  unsigned hits : 8;
  unsigned misses : 8;
};

__global__ void count(unsigned* out) {
  __shared__ Tally tally;
  if (threadIdx.x == 0) tally.hits += 1;
  __syncthreads();
  out[threadIdx.x] = tally.hits & 0;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 4 * sizeof(unsigned));
  count<<<1, 4>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
