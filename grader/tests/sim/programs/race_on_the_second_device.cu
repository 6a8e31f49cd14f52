// expect: data_race
// missing: "line":10
// missing: total of device 1
// missing: by device 1
// Lines and names are right in the second device's copy of the code, too.
#include <cuda_runtime.h>

__device__ int total;

__global__ void sum(int by) { total += by; }

int main() {
  cudaSetDevice(1);
  sum<<<2, 1>>>(1);
  cudaDeviceSynchronize();
  return 0;
}
