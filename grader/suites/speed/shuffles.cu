// Sums over warps by shuffles, as in NVIDIA's samples: 10^7 shuffles.
#include "speed.h"
__global__ void sums(float* out) {
  float sum = static_cast<float>(threadIdx.x);
  for (int round = 0; round < 32; ++round)
    for (int offset = 16; offset > 0; offset /= 2)
      sum = 0.5f * (sum + __shfl_down_sync(~0u, sum, offset));
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main() {
  const Array<float> out(1 << 16);
  sums<<<256, 256>>>(out);
  return cudaDeviceSynchronize();
}
