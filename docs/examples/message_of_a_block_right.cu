// expect: passed
// A message of a whole block: all write, a barrier, then thread 0 fences and signals.
#include <cstdio>

__device__ int message[32];
__device__ int arrived;

// [kernel]
__global__ void pass(int* result) {
  if (blockIdx.x == 0) {
    message[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(&arrived, 1);
    }
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&arrived, 0) == 0) {
    }
    __threadfence();
    *result = message[5];
  }
}
// [kernel]

int main() {
  int* result;
  int host = 0;
  cudaMalloc(&result, sizeof(int));
  pass<<<2, 32>>>(result);
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d\n", host);
  return host == 5 ? 0 : 1;
}
