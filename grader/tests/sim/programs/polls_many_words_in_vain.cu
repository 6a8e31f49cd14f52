// expect: deadlock
// As polls_many_words_in_a_loop, but one of the words comes from a block that waits too.
#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

constexpr int kWords = 3;
__device__ int flags[kWords];

__global__ void gather() {
  if (blockIdx.x != 0 && blockIdx.x != kWords) {
    Word(flags[blockIdx.x - 1]).store(1, cuda::memory_order_release);
    return;
  }
  bool all = false;
  while (!all) {
    all = true;
    for (int i = 0; i < kWords; ++i)
      all &= Word(flags[i]).load(cuda::memory_order_acquire) == 1;
  }
}

int main() {
  gather<<<kWords + 1, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
