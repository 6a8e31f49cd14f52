// expect: bad_access
// told: cudaMemcpyAsync of data, which had been freed in line 18 when the
// told: stream came to it.
// told: stream_of_the_copy));
// A call over two lines is quoted whole, and a sentence begins with its name as it is.
#include <cuda_runtime.h>

#define TRY(call) \
  if (cudaError_t error = call; error != cudaSuccess) return error

int main() {
  int* data;
  int result = 0;
  cudaStream_t stream_of_the_copy;
  TRY(cudaMalloc(&data, sizeof(int)));
  TRY(cudaStreamCreate(&stream_of_the_copy));
  TRY(cudaMemset(data, 0, sizeof(int)));
  TRY(cudaFree(data));
  TRY(cudaMemcpyAsync(&result, data, sizeof(int), cudaMemcpyDeviceToHost,
                      stream_of_the_copy));
  return cudaDeviceSynchronize();
}
