// A scan in volatile shared memory, as in NVIDIA's samples: 3 * 10^7 accesses.
#include "speed.h"
__global__ void scan(const unsigned* in, unsigned* out) {
  __shared__ volatile unsigned data[512];
  const unsigned at = blockIdx.x * 256 + threadIdx.x;
  unsigned pos = threadIdx.x + 256;
  data[threadIdx.x] = 0;
  data[pos] = in[at];
  for (unsigned offset = 1; offset < 256; offset <<= 1) {
    __syncthreads();
    const unsigned sum = data[pos] + data[pos - offset];
    __syncthreads();
    data[pos] = sum;
  }
  out[at] = data[pos];
}
int main() {
  const int n = 1 << 20;
  const Array<unsigned> in(n, 0), out(n);
  scan<<<n / 256, 256>>>(in, out);
  return cudaDeviceSynchronize();
}
