// expect: data_race
// missing: No __threadfence_block() lies between the write
// A flag between two threads of a block, and no fence: a barrier is not what is missing.
#include <cuda_runtime.h>

__global__ void talk(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) {
    }
    *out = data;
  }
}

int main() {
  int *out, got = 0;
  cudaMalloc(&out, sizeof(int));
  talk<<<1, 2>>>(out);
  cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return got == 42 ? 0 : 1;
}
