// expect: data_race
// unsaid: was still at
// unsaid: nothing held it back
// The other thread of the reader's block looks once at a word that has nothing to do with
// the data: it waits for nothing.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int data, out, stop;

__global__ void exchange() {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) data = 5;
  } else if (threadIdx.x == 0) {
    if (*static_cast<volatile int*>(&stop)) return;
  } else {
    out = data;
  }
}

int main() {
  exchange<<<2, 2>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) std::puts("failed");
}
