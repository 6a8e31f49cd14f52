// expect: passed
// Two streams, an event between them, and a copy back from pinned memory.
#include <cstdio>

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *a, *b, *host;
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMalloc(&b, 4 * sizeof(int));
  cudaMallocHost(&host, 4 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  set<<<1, 4, 0, first>>>(a, 1);
  cudaEventRecord(ready, first);
  set<<<1, 4, 0, second>>>(b, 2);
  cudaStreamWaitEvent(second, ready, 0);
  add<<<1, 4, 0, second>>>(b, a);
  cudaMemcpyAsync(host, b, 4 * sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  std::printf("%d\n", host[3]);
  return host[0] == 3 && host[3] == 3 ? 0 : 1;
}
