// expect: data_race
// missing: No __threadfence() lies between the write in line 9 and the atomicAdd in line 10
// The fence behind the wait is not to blame for the signal before it.
#include <cuda_runtime.h>

__device__ int data[2], arrived;

__global__ void meet(int* out) {
  data[blockIdx.x] = 1;
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) != 2) {
  }
  __threadfence();
  out[blockIdx.x] = data[1 - blockIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  meet<<<2, 1>>>(out);
  return cudaDeviceSynchronize();
}
