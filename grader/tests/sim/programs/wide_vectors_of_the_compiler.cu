// expect: data_race
// told: sums[8]
// The compiler announces no access of more than 16 bytes, so the build does, part by
// part.
#include <cuda_runtime.h>

typedef float Eight __attribute__((ext_vector_type(8)));

__global__ void set(Eight* sums) { sums[1] = Eight(threadIdx.x); }

int main() {
  Eight* sums = nullptr;
  cudaMalloc(&sums, 2 * sizeof(Eight));
  set<<<1, 2>>>(sums);
  return cudaDeviceSynchronize() != cudaSuccess;
}
