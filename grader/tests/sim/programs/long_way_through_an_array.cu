// expect: passed
// schedules: 1
// command: --sms 1
// Few threads go through a large array together: no thread ends for a long time, and none
// waits for anything.
#include <cuda_runtime.h>

__device__ unsigned histogram[256];

__global__ void count() {
  for (unsigned i = threadIdx.x; i < 3000000; i += blockDim.x)
    atomicAdd(&histogram[i * 2654435761u >> 24], 1u);
}

int main() {
  count<<<1, 32>>>();
  unsigned counted[256], all = 0;
  cudaMemcpyFromSymbol(counted, histogram, sizeof counted);
  for (const unsigned one : counted) all += one;
  return all == 3000000 ? 0 : 1;
}
