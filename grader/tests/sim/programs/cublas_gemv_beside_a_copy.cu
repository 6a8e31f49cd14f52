// expect: data_race
// missing: No event orders the cudaMemcpyAsync in line 25, in the stream copying, after
// told: cublasSgemv
// told: line 24  racing write
// The result of a product is copied in another stream than the product is made in.
#include <cublas_v2.h>

int main() {
  cudaStream_t computing, copying;
  cudaStreamCreateWithFlags(&computing, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking);
  float *matrix, *x, *y, *host;
  cudaMalloc(&matrix, 16 * 16 * sizeof(float));
  cudaMalloc(&x, 16 * sizeof(float));
  cudaMalloc(&y, 16 * sizeof(float));
  cudaMallocHost(&host, 16 * sizeof(float));
  cudaMemset(matrix, 0, 16 * 16 * sizeof(float));
  cudaMemset(x, 0, 16 * sizeof(float));
  cudaDeviceSynchronize();
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, computing);
  const float one = 1, none = 0;
  cublasSgemv(handle, CUBLAS_OP_N, 16, 16, &one, matrix, 16, x, 1, &none, y, 1);
  cudaMemcpyAsync(host, y, 16 * sizeof(float), cudaMemcpyDeviceToHost, copying);
  return cudaDeviceSynchronize();
}
