// expect: data_race
// missing: The loop in line 11 waits with ordinary reads
// missing: Read through a volatile pointer or with an atomic load
// In order, the flag is set before anybody waits for it, and the wait is one read like
// any other.  What is said of it is said of the loop.
#include <cuda_runtime.h>

__device__ int ready, value;

__global__ void hand_over(int* out) {
  while (blockIdx.x == 1 && ready == 0) {
  }
  if (blockIdx.x == 1) {
    __threadfence();
    *out = value;
    return;
  }
  value = 7;
  __threadfence();
  ready = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  hand_over<<<2, 1>>>(out);
  return cudaDeviceSynchronize();
}
