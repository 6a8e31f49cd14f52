// expect: passed
// A compare-exchange whose second order is acquire takes over what it saw when it failed.
#include <cuda/atomic>

__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

__global__ void pass(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    int expected = 0;
    while (flag.compare_exchange_weak(expected, 0, cuda::memory_order_relaxed,
                                      cuda::memory_order_acquire))
      expected = 0;
    *out = data;
  }
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, sizeof(int));
  pass<<<2, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
