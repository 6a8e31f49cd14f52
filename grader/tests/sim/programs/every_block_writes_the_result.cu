// expect: data_race
// missing: Let only one of them come here or call this function
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
