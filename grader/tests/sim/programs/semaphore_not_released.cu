// expect: deadlock
// missing: for the semaphore lock, which nothing releases
// missing: only release() gives one back
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);

__global__ void leave_early(int* out) {
  lock.acquire();
  if (threadIdx.x == 1) return;
  *out = 1;
  lock.release();
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  leave_early<<<2, 2>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
