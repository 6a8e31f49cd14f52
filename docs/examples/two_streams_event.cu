// expect: passed
// Two kernels in two streams, and an event between them.
#include <cstdio>

__global__ void fill(int* data) { *data = 42; }
__global__ void copy(const int* data, int* result) { *result = *data; }

int main() {
  int *data, *result;
  int host = 0;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&result, sizeof(int));
  // [host]
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  fill<<<1, 1, 0, a>>>(data);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);
  copy<<<1, 1, 0, b>>>(data, result);
  // [host]
  cudaDeviceSynchronize();
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  return host == 42 ? 0 : 1;
}
