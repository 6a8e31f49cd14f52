// expect: stale_value
// missing: The write in line 15 landed late, after the
// A count is made empty again, and the signal after that does not release the store: it
// may land after what the next round has counted.
#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ unsigned count, told;

__global__ void rounds() {
  if (blockIdx.x == 0) {
    Word(count).fetch_add(1, cuda::memory_order_release);
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    Word(count).store(0, cuda::memory_order_relaxed);
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
