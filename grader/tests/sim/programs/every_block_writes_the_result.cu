// expect: data_race
// missing: both run line 11 and write the same word.  If only one is meant to
// Every block writes the total, not the last one alone.  None may wait for another.
#include <cuda_runtime.h>

__device__ int counter;

__global__ void total(int* out) {
  __threadfence();
  const int before = atomicAdd(&counter, 1);
  *out = before;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  total<<<3, 1>>>(out);
  return cudaDeviceSynchronize();
}
