// Threads search sorted tiles in shared memory: about 6 * 10^7 accesses that follow no
// pattern.
#include <cuda_runtime.h>
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
  unsigned *in, *out;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  unsigned* host = new unsigned[n];
  for (int i = 0; i < n; ++i) host[i] = (i & 1023) * 1024;
  cudaMemcpy(in, host, n * 4, cudaMemcpyHostToDevice);
  ranks<<<blocks, 256>>>(in, out);
  cudaDeviceSynchronize();
  delete[] host;
  cudaFree(in);
  cudaFree(out);
}
