// expect: data_race
// A compare-exchange that fails is a load of its second order: relaxed acquires nothing,
// and it releases nothing either.
#include <cuda/atomic>

__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

__global__ void pass(int* out) {
  int expected = 5;
  if (blockIdx.x == 0) {
    data = 42;
    // Fails, because flag is 0 or 1: what it would have released is not released.
    flag.compare_exchange_strong(expected, 6, cuda::memory_order_release,
                                 cuda::memory_order_relaxed);
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
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
