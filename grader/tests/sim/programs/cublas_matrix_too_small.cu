// expect: bad_access
// told: cublasDgemm
// The columns of the result lie 5 numbers apart, and there is room for columns of 4.
#include <cublas_v2.h>

int main() {
  double *a, *c;
  cudaMalloc(&a, 16 * sizeof(double));
  cudaMalloc(&c, 16 * sizeof(double));
  cudaMemset(a, 0, 16 * sizeof(double));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const double one = 1, none = 0;
  cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &none, c, 5);
  return cudaDeviceSynchronize();
}
