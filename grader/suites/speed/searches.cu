// Threads search sorted tiles in shared memory: about 6 * 10^7 accesses that follow no
// pattern.
#include "speed.h"
__global__ void ranks(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    keys[i] = in[blockIdx.x * 1024 + i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    const unsigned key = (i * 2654435761u) >> 12;
    unsigned from = 0, to = 1024;
    while (from < to) {
      const unsigned middle = (from + to) / 2;
      if (keys[middle] < key)
        from = middle + 1;
      else
        to = middle;
    }
    out[blockIdx.x * 1024 + i] = from;
  }
}
int main() {
  const int blocks = 4096, n = blocks * 1024;
  const Array<unsigned> in(n, [](int i) { return (i & 1023) * 1024; }), out(n);
  ranks<<<blocks, 256>>>(in, out);
  return cudaDeviceSynchronize();
}
