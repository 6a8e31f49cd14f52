// expect: passed
// cuda::std::atomic_flag, which is of the system's scope.
#include <cuda/std/atomic>

__device__ cuda::std::atomic_flag taken;
__device__ int counter;

__global__ void count() {
  while (taken.test_and_set(cuda::std::memory_order_acquire))
    taken.wait(true, cuda::std::memory_order_relaxed);
  ++counter;
  taken.clear(cuda::std::memory_order_release);
  taken.notify_one();
}

int main() {
  int result = 0;
  count<<<2, 2>>>();
  cudaMemcpyFromSymbol(&result, counter, sizeof result);
  return result == 4 ? 0 : 1;
}
