// expect: data_race
// The block that draws number 1 reads what the block with number 0 has noted.
#include <cstdio>

__device__ int first;

// [kernel]
__device__ int next;

__global__ void arrive(int* seen) {
  int number = atomicAdd(&next, 1);
  if (number == 0) first = blockIdx.x;
  if (number == 1) *seen = first;
}
// [kernel]

int main() {
  int* seen;
  int host = 0;
  cudaMalloc(&seen, sizeof(int));
  arrive<<<2, 1>>>(seen);
  cudaMemcpy(&host, seen, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(seen);
  std::printf("block %d was the first\n", host);
}
