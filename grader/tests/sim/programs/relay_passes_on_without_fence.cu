// expect: advice missing_relay_fence
// missing: through block 1, which has no __threadfence() between the volatile read in
// missing: the volatile read in line 13 that saw it and the volatile write in line 15
// A signal by way of a third block, which has no fence of its own.
#include <cuda_runtime.h>

__global__ void relay(int* data, volatile int* flags, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    flags[0] = 1;
  } else if (blockIdx.x == 1) {
    while (flags[0] == 0) {
    }
    flags[1] = 1;
  } else {
    while (flags[1] == 0) {
    }
    __threadfence();
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
