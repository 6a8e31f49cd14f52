// expect: api_error
// missing: a semaphore is released more often than its maximum allows
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);

__global__ void release_twice() {
  if (!lock.try_acquire()) return;
  lock.release();
  lock.release();
}

int main() {
  release_twice<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
