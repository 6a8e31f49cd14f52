// expect: deadlock
// missing: for the event e[i] that the
// told: waits forever in cudaStreamWaitEvent
#include <cuda_runtime.h>
__global__ void wait_for_host(volatile int* gate) {
  while (*gate == 0) {
  }
}
__global__ void nothing() {}
int main() {
  int* gate;
  cudaStream_t s[2];
  cudaEvent_t e[2];
  cudaMallocHost(&gate, sizeof(int));
  *gate = 0;
  for (auto& x : s) cudaStreamCreate(&x);
  for (auto& x : e) cudaEventCreate(&x);
  cudaEventRecord(e[0], s[0]);
  wait_for_host<<<1, 1, 0, s[0]>>>(gate);
  cudaEventRecord(e[1], s[0]);
  for (int i = 0; i < 2; ++i) cudaStreamWaitEvent(s[1], e[i], 0);
  nothing<<<1, 1, 0, s[1]>>>();
  cudaStreamSynchronize(s[1]);
  *gate = 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
