// expect: passed
// The host waits for an event behind a kernel, while another stream goes on, and then
// fetches what the kernel wrote.
#include <cstdio>

__global__ void fill(int* data) { *data = 42; }

__global__ void count(int* other) { *other = 1; }

int main() {
  int *data, *other;
  cudaMallocHost(&data, sizeof(int));
  cudaMalloc(&other, sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  fill<<<1, 1, 0, a>>>(data);
  cudaEventRecord(filled, a);
  count<<<1, 1, 0, b>>>(other);
  cudaEventSynchronize(filled);
  std::printf("%d\n", *data);
  cudaDeviceSynchronize();
  return *data == 42 ? 0 : 1;
}
