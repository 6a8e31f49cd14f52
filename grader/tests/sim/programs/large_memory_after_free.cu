// expect: bad_access
// The kernel reads megabytes that were freed before it was launched.
#include <cuda_runtime.h>
__global__ void copy(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
int main() {
  const int n = 1 << 19;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 1, n * sizeof(int));
  cudaFree(in);
  copy<<<n / 256, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
