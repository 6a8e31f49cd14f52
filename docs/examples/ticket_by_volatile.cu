// expect: data_race
// Two blocks draw a number each, by a read and a write; the one with number 0 is the
// first.
#include <cstdio>

__device__ int first;

// [kernel]
__device__ volatile int next;

__global__ void arrive() {
  int number = next;
  next = number + 1;
  if (number == 0) first = blockIdx.x;
}
// [kernel]

int main() {
  int host = 0;
  arrive<<<2, 1>>>();
  cudaMemcpyFromSymbol(&host, first, sizeof host);
  std::printf("block %d was the first\n", host);
}
