// expect: data_race
// missing: No __threadfence() lies between the write in line 14 and the volatile write in
// missing: is of thread 1 of block 0; thread 0 of block 0, which sends the signal, executes
// missing: A fence orders only what its own thread did or saw
// The thread that fences is not the one that wrote and signals.
#include <cuda_runtime.h>

__device__ int data, fenced;
__device__ volatile int ready;

__global__ void work(int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data = 7;
      while (atomicAdd(&fenced, 0) == 0) {
      }
      ready = 1;
    } else {
      __threadfence();
      atomicExch(&fenced, 1);
    }
  } else if (threadIdx.x == 0) {
    while (ready == 0) {
    }
    __threadfence();
    *out = data;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  work<<<2, 2>>>(out);
  return cudaDeviceSynchronize();
}
