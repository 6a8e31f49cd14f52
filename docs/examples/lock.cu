// expect: passed
// Two blocks add to a sum in turn: a fence after taking the lock, one before giving it
// back.
#include <cstdio>

__device__ int mutex, sum;

// [kernel]
__device__ void lock() {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();  // Acquire: pairs with the fence in unlock().
}

__device__ void unlock() {
  __threadfence();  // Release: pairs with the fence in lock().
  atomicExch(&mutex, 0);
}

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
