// expect: data_race
// missing: sum[1]
// The two halves of a word are apart: one is added to with an atomic, one without.
#include <cuda_fp16.h>

__global__ void add(__half* sum) {
  atomicAdd(sum, __half(1));
  sum[1] += __half(1);
}

int main() {
  __half* sum;
  cudaMalloc(&sum, 2 * sizeof(__half));
  cudaMemset(sum, 0, 2 * sizeof(__half));
  add<<<2, 1>>>(sum);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
