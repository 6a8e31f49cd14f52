// expect: passed
// Managed memory is attached to a stream, to the host and to all: that is checked, and
// changes nothing on a device whose host may use such memory at any time.
#include <cstdio>

__global__ void set(int* x) { *x = 3; }

#define RETURNS(error, call) \
  if ((call) != (error)) return printf("%s\n", #call), __LINE__

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *managed, *plain;
  cudaMallocManaged(&managed, 64 * sizeof(int));
  cudaMalloc(&plain, 64 * sizeof(int));
  RETURNS(cudaSuccess, cudaStreamAttachMemAsync(stream, managed));
  set<<<1, 1, 0, stream>>>(managed);
  RETURNS(cudaSuccess, cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachHost));
  RETURNS(cudaSuccess, cudaStreamSynchronize(stream));
  RETURNS(cudaSuccess, cudaStreamAttachMemAsync(0, managed, 256, cudaMemAttachGlobal));
  RETURNS(cudaErrorInvalidValue, cudaStreamAttachMemAsync(stream, plain));
  RETURNS(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, managed));
  RETURNS(cudaErrorInvalidValue,
          cudaStreamAttachMemAsync(stream, managed, 0,
                                   cudaMemAttachHost | cudaMemAttachGlobal));
  return *managed == 3 ? 0 : 1;
}
