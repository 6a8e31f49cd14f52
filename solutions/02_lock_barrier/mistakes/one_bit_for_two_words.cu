// expect: deadlock
// Two words flip one bit each: a fast block flips the other word again before a slow one
// has polled it, and to the slow one nothing has changed.
// overlay

#include <cuda/atomic>

// Two words, each for every second block: sums whose highest bit flips at each barrier.
__device__ unsigned words[2];
constexpr unsigned kFlip = 1u << 31;

__device__ void gpuSync(unsigned*, unsigned) {
  using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const unsigned before = Word(words[block % 2]).load(cuda::memory_order_relaxed);
    const unsigned later = (blocks - 1 - block) / 2;
    Word(words[block % 2])
        .fetch_add(block < 2 ? kFlip - later : 1, cuda::memory_order_release);
    if (blocks == 1) Word(words[1]).fetch_add(kFlip, cuda::memory_order_relaxed);
    for (int i = 0; i < 2; ++i)
      while (((Word(words[i]).load(cuda::memory_order_acquire) ^ before) & kFlip) == 0) {
      }
  }
  __syncthreads();
}
