// expect: passed
// One permit is a lock: plain increments under it are not lost.
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);
__device__ int counter;

__global__ void count() {
  lock.acquire();
  ++counter;
  lock.release();
}

int main() {
  int result = 0;
  count<<<2, 2>>>();
  cudaMemcpyFromSymbol(&result, counter, sizeof result);
  return result == 4 ? 0 : 1;
}
