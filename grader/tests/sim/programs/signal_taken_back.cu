// expect: deadlock
// told: block 0, thread 0  line 10  atomicExch w[0], reads 1
// told: block 1, thread 0  line 21  atomicExch w[0], 1 -> 0
// A signal that is lost: it is given again before the last one was taken back.
#include <cuda_runtime.h>

__global__ void work(int* flag, int* ack) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      atomicExch(flag, 1);
      while (atomicAdd(ack, 0) == i) {
      }
      __threadfence();
    }
  } else {
    for (int i = 0; i < 2; ++i) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
      atomicAdd(ack, 1);
      atomicExch(flag, 0);
    }
  }
}
int main() {
  int* w;
  cudaMalloc(&w, 8);
  cudaMemset(w, 0, 8);
  work<<<2, 1>>>(w, w + 1);
  return cudaDeviceSynchronize() != cudaSuccess;
}
