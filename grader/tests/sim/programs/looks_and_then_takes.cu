// expect: data_race
// missing: The look at state in line 11 and its change in line 12 are two steps: thread 0 of
// missing: both saw 0 in line 11 and went on.  Let one atomicCAS read and change
// unsaid: both run line 13
// Who finds the table empty builds it: two threads may both find it so.
#include <cuda_runtime.h>

__device__ int state, table;

__device__ int tableOnce(volatile int* now) {
  if (*now == 0) {
    *now = 1;
    table = 7 + blockIdx.x;
    __threadfence();
    *now = 2;
  }
  while (*now != 2) {
  }
  __threadfence();
  return table;
}

__global__ void work(int* out) { out[blockIdx.x] = tableOnce(&state); }

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  work<<<2, 1>>>(out);
  return cudaDeviceSynchronize();
}
