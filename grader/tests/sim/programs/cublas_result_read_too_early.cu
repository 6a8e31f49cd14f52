// expect: data_race
// missing: must come between line 17 and line 18
// told: cublasSdot
// In this mode the result is the device's, and the host does not wait for it.
#include <cublas_v2.h>
#include <cstdio>

int main() {
  float *x, *result;
  cudaMallocManaged(&x, 64 * sizeof(float));
  cudaMallocManaged(&result, sizeof(float));
  for (int i = 0; i < 64; ++i) x[i] = 1;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);

  cublasSdot(handle, 64, x, 1, x, 1, result);
  printf("%g\n", *result);
  return cudaDeviceSynchronize();
}
