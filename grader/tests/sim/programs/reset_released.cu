// expect: passed
// As reset_not_released, but the fence comes after the store and before the signal, so
// that the store cannot land after what the next round has counted.
#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ unsigned count, told;

__global__ void rounds() {
  if (blockIdx.x == 0) {
    Word(count).fetch_add(1, cuda::memory_order_release);
    Word(count).store(0, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    Word(told).fetch_add(1, cuda::memory_order_relaxed);
  } else {
    while (Word(told).load(cuda::memory_order_acquire) == 0) {
    }
    Word(count).fetch_add(1, cuda::memory_order_release);
  }
}

int main() {
  unsigned counted = 0;
  rounds<<<2, 1>>>();
  cudaMemcpyFromSymbol(&counted, count, sizeof counted);
  return counted == 1 ? 0 : 1;
}
