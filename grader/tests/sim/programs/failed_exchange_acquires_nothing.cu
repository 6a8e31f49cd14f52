// expect: data_race
// A compare-exchange that fails is a load: what it would have released is not released.
#include <cuda/atomic>

__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_device> word{1}, flag{0};

__global__ void pass(int* out) {
  if (blockIdx.x == 0) {
    int expected = 5;
    data = 42;
    word.compare_exchange_strong(expected, 6, cuda::memory_order_release,
                                 cuda::memory_order_relaxed);
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    *out = word.load(cuda::memory_order_acquire) + data;
  }
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, sizeof(int));
  pass<<<2, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 43 ? 0 : 1;
}
