// expect: data_race
// Two kernels in two streams; the wait is issued before the record.
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
  cudaStreamWaitEvent(b, filled);
  cudaEventRecord(filled, a);
  copy<<<1, 1, 0, b>>>(data, result);
  // [host]
  cudaDeviceSynchronize();
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  return host == 42 ? 0 : 1;
}
