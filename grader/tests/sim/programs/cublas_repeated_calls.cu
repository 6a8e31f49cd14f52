// expect: passed
// The same product again and again: what it reads changes once, and so does the result.
#include <cublas_v2.h>

__global__ void set(float* x, float value) { x[threadIdx.x] = value; }

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *a, *c, sum;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&c, 64 * sizeof(float));
  const float one = 1, none = 0;
  for (int i = 0; i < 12; ++i) {
    if (i == 0 || i == 7) set<<<1, 64>>>(a, 1 + i);
    cudaMemset(c, 0, 64 * sizeof(float));
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 8, a, 8, &none, c, 8);
    cublasSasum(handle, 64, c, 1, &sum);
    const float each = i < 7 ? 1 : 8;
    if (sum != 64 * 8 * each * each) return 1 + i;
  }
  return 0;
}
