// expect: passed
// schedules: 1
// command: --sms 1
// One thread after the other comes to its end, each after far more steps than a thread
// may have on average: that is progress.
#include <cuda_runtime.h>

__device__ int word;

__global__ void busy() {
  for (int i = 0; i < 100000; ++i) atomicAdd(&word, 1);
}

int main() {
  busy<<<100, 1>>>();
  return cudaDeviceSynchronize();
}
