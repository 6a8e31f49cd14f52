// expect: passed
// Memory that was freed goes back to the system; what is allocated next, and what was not
// freed, is not touched by that.
#include <cuda_runtime.h>
#include <cstdio>
__global__ void add(const int* in, int* out, int stride) {
  const int i = threadIdx.x * stride;
  out[i] = in[i] + 1;
}
int main() {
  const int n = 1 << 18, threads = 32, stride = n / threads;
  int *in, *out, sum = 0;
  cudaMalloc(&in, n * sizeof(int));
  for (int i = 0; i < threads; ++i)
    cudaMemcpy(in + i * stride, &i, sizeof i, cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; ++round) {
    cudaMalloc(&out, n * sizeof(int));
    add<<<1, threads>>>(in, out, stride);
    cudaMemcpy(&sum, out + round * stride, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(out);
    if (sum != round + 1) return 1;
  }
  cudaFree(in);
  puts("right");
}
