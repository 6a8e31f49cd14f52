// expect: advice missing_acquire_fence
// missing: No __threadfence() lies between the volatile read in line 18, which saw the
// missing: which saw the signal, and the read in line 20
// The relay has its fence, and the last reader has none: that is the link to name.
#include <cuda_runtime.h>

__global__ void relay(int* data, volatile int* flags, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    flags[0] = 1;
  } else if (blockIdx.x == 1) {
    while (flags[0] == 0) {
    }
    __threadfence();
    flags[1] = 1;
  } else {
    while (flags[1] == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *flags, *out;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  relay<<<3, 1>>>(data, flags, out);
  return cudaDeviceSynchronize();
}
