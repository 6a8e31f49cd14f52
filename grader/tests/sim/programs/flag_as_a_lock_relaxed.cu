// expect: data_race
// told: atomic exchange taken, 0 -> 1
// The lock excludes the others, and tells them nothing.
#include <cuda/std/atomic>

__device__ cuda::std::atomic_flag taken;
__device__ int counter;

__global__ void count() {
  while (taken.test_and_set(cuda::std::memory_order_relaxed)) {
  }
  ++counter;
  taken.clear(cuda::std::memory_order_relaxed);
}

int main() {
  count<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
