// A histogram by atomics in shared memory: 1.7 * 10^7 of these.
#include <cuda_runtime.h>
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
  unsigned *in, *out;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, 64 * 256 * 4);
  unsigned* host = new unsigned[n];
  for (int i = 0; i < n; ++i) host[i] = i * 2654435761u;
  cudaMemcpy(in, host, n * 4, cudaMemcpyHostToDevice);
  count<<<64, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  delete[] host;
  cudaFree(in);
  cudaFree(out);
}
