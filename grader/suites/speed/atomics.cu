// A histogram in shared memory: 1.7 * 10^7 atomics.
#include "speed.h"
__global__ void count(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    const unsigned four = in[i];
    for (int shift = 0; shift < 32; shift += 8) atomicAdd(&bins[four >> shift & 255], 1);
  }
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}
int main() {
  const int n = 1 << 22;
  const Array<unsigned> in(n, [](int i) { return i * 2654435761u; }), out(64 * 256);
  count<<<64, 256>>>(in, out, n);
  return cudaDeviceSynchronize();
}
