// expect: deadlock
// missing: for the event that the
#include <cuda_runtime.h>
struct Pipe {
  cudaEvent_t done[2];
};
__global__ void wait_for_host(volatile int* gate) {
  while (*gate == 0) {
  }
}
__global__ void nothing() {}
static cudaStream_t pick(cudaStream_t* s, int i) { return s[i]; }
int main() {
  int* gate;
  cudaStream_t s[2];
  cudaEvent_t first, second;
  int one = 1;
  cudaMallocHost(&gate, sizeof(int));
  *gate = 0;
  for (auto& x : s) cudaStreamCreate(&x);
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  cudaEventRecord(first, s[0]);
  wait_for_host<<<1, 1, 0, s[0]>>>(gate);
  cudaEventRecord(second, s[0]);
  // clang-format off: both in a line.
  cudaStreamWaitEvent(pick(s, one), first, 0); cudaStreamWaitEvent(pick(s, one), second, 0);
  // clang-format on
  nothing<<<1, 1, 0, s[1]>>>();
  cudaStreamSynchronize(s[1]);
  *gate = 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
