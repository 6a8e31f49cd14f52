// expect: data_race
// Two blocks add to a sum in turn: the lock lets in one at a time, and orders nothing.
#include <cstdio>

__device__ int mutex, sum;

// [kernel]
__device__ void lock() {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
}

__device__ void unlock() { atomicExch(&mutex, 0); }

__global__ void add() {
  lock();
  sum = sum + 1;
  unlock();
}
// [kernel]

int main() {
  int host = 0;
  add<<<2, 1>>>();
  cudaMemcpyFromSymbol(&host, sum, sizeof host);
  std::printf("%d\n", host);
}
