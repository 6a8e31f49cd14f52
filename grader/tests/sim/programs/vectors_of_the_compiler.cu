// expect: data_race
// told: write sums[4]
// A program may use the compiler's own vector types; what it does with them is watched.
#include <cuda_runtime.h>

typedef float Four __attribute__((ext_vector_type(4)));
typedef int Pair __attribute__((vector_size(8)));

__global__ void add(Four* sums, Pair* pairs) {
  sums[1] = sums[1] + 1.0f;
  if (threadIdx.x == 0) pairs[0] += Pair{1, 2};
}

int main() {
  Four* sums = nullptr;
  Pair* pairs = nullptr;
  cudaMalloc(&sums, 4 * sizeof(Four));
  cudaMalloc(&pairs, sizeof(Pair));
  cudaMemset(sums, 0, 4 * sizeof(Four));
  cudaMemset(pairs, 0, sizeof(Pair));
  add<<<1, 2>>>(sums, pairs);
  return cudaDeviceSynchronize() != cudaSuccess;
}
