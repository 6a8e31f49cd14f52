// A memset in the default stream, and a kernel in a stream that does not wait for it.
// expect: data_race
// told: default stream: let line 12 create with cudaStreamCreate(), without
#include <cstdio>

__global__ void count(int* counter) { atomicAdd(counter, 1); }

int main() {
  int* counter = nullptr;
  cudaMalloc(&counter, sizeof(int));
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaMemset(counter, 0, sizeof(int));
  count<<<2, 32, 0, work>>>(counter);
  cudaDeviceSynchronize();
  int result = 0;
  cudaMemcpy(&result, counter, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaStreamDestroy(work);
  cudaFree(counter);
}
