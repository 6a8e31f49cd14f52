// expect: data_race
// missing: 2 only says that the work has begun
// unsaid: Such a signal comes last
// Who takes the table says at once that it is ready.
#include <cuda_runtime.h>

__device__ int state, begun, table;

__global__ void work(int* out) {
  if (blockIdx.x == 0) {
    if (atomicCAS(&state, 0, 2) == 0) {
      while (*(volatile int*)&begun == 0) {
      }
      table = 7;
    }
  } else {
    while (*(volatile int*)&state != 2) {
    }
    __threadfence();
    *(volatile int*)&begun = 1;
    *out = table;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  work<<<2, 1>>>(out);
  return cudaDeviceSynchronize();
}
