// expect: passed
// A handle and its stream belong to the second device, as does the memory.
#include <cublas_v2.h>

__device__ float factor = 2;
__global__ void set(float* x) { x[threadIdx.x] = factor; }

int main() {
  cudaSetDevice(1);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  float *x, sum = 0, *by;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaGetSymbolAddress((void**)&by, factor);
  set<<<1, 32, 0, stream>>>(x);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSscal(handle, 32, by, x, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cublasSasum(handle, 32, x, 1, &sum);
  return sum == 128 ? 0 : 1;
}
