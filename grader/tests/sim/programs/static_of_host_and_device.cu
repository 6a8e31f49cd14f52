// expect: passed
// A function of the host and the device has a static of its own on either side.
#include <cuda_runtime.h>

__host__ __device__ int next() {
  static int count = 0;
  return ++count;
}
__host__ __device__ float table(int i) {
  static const float values[3] = {1, 2, 3};
  return values[i];
}
__global__ void k(float* out) { *out = table(threadIdx.x); }
int main() {
  next();
  if (next() != 2) return 1;
  float *p, f = table(1);
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  cudaMemcpy(&f, p, 4, cudaMemcpyDeviceToHost);
  return f == 1 ? 0 : 2;
}
