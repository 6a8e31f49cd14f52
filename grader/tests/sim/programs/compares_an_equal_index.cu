// expect: deadlock
// missing: which stays 0 and is compared in line 16 with 2
// unsaid: with 4
// The index is compared, too, and has the value that the flag has.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned flags[4];

__global__ void waits(unsigned n) {
  const unsigned index = threadIdx.x;
  if (index == 0)
    for (;;) {
      const unsigned seen = *static_cast<volatile unsigned*>(&flags[index]);
      if (index < n && seen == 2) break;
    }
  __syncthreads();
}

int main() {
  waits<<<2, 4>>>(4);
  if (cudaDeviceSynchronize() != cudaSuccess) std::puts("failed");
}
