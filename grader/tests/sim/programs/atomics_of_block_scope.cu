// expect: data_race
// missing: has block scope, but the other thread is in block
// Two blocks count with an atomic that is one within a block only.
#include <cuda_runtime.h>

__global__ void count(int* counter) { atomicAdd_block(counter, 1); }

int main() {
  int *counter, got = 0;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  count<<<2, 1>>>(counter);
  cudaMemcpy(&got, counter, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(counter);
  return got == 2 ? 0 : 1;
}
