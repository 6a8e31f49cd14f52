// expect: data_race
// missing: the read and the write of data
// missing: The atomicExch in line 14 comes before the write in line 17: a thread that
// missing: takes it for the signal of that may read too early.  If it is meant
// missing: as that signal, it must come last.
// A block says that the data are there, and then writes them; the other one reads first.
#include <cuda_runtime.h>

__device__ int data, ready, begun;

__global__ void work(int* out) {
  if (blockIdx.x == 0) {
    __threadfence();
    atomicExch(&ready, 1);
    while (*(volatile int*)&begun == 0) {
    }
    data = 7;
  } else {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence();
    *(volatile int*)&begun = 1;
    *out = data;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  work<<<2, 1>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
