// cuda::atomic_ref with compare_exchange_weak, which may fail for no reason.
// overlay

#include <cuda/atomic>

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> index(current);
  unsigned long long begin = index.load(cuda::memory_order_relaxed);
  unsigned long long end = begin;
  do {
    if (begin >= total) return Chunk{total, total};
    const unsigned long long share = (total - begin) / (2ull * blocks);
    end = begin + (share > 1 ? share : 1);
  } while (!index.compare_exchange_weak(begin, end, cuda::memory_order_relaxed));
  return Chunk{begin, end};
}
