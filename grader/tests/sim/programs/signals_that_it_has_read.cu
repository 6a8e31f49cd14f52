// expect: data_race
// missing: No __threadfence() lies between the read in line 11 and the atomicExch in line 12
// unsaid: the write in line 11
// One block says that it has read the value, and the other one then overwrites it.
#include <cuda_runtime.h>

__device__ int value, read_once;

__global__ void hand_back(int* out) {
  if (blockIdx.x == 0) {
    out[0] = value;
    atomicExch(&read_once, 1);
  } else {
    while (atomicAdd(&read_once, 0) == 0) {
    }
    value = 2;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  hand_back<<<2, 1>>>(out);
  return cudaDeviceSynchronize();
}
