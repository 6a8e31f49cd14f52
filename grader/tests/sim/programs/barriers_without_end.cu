// expect: no_progress
// schedules: 1
// missing: The kernel meet still runs
#include <cuda_runtime.h>

__global__ void meet(int n) {
  while (n > 0) __syncthreads();
}

int main() {
  meet<<<2, 64>>>(1);
  return cudaDeviceSynchronize();
}
