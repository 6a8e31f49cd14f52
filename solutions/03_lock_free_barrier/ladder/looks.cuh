// Shared by rungs of this ladder: a block watches many words, and each thread has all
// its polls in flight at the same time.

#pragma once

#include <cuda_runtime.h>

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

constexpr unsigned kLanes = 32;  // Lanes of a warp.

// Whether kAtOnce words, word[0], word[kLanes], ..., are at the goal or one past it; only
// those below word[count] are read.  Each takes three registers.
template <unsigned kAtOnce>
__device__ inline bool haveCome(unsigned* word, int count, unsigned goal) {
  unsigned seen[kAtOnce];
#pragma unroll
  for (int k = 0; k < int(kAtOnce); ++k) {
    const int i = k * int(kLanes);
    seen[k] = i < count ? Word(word[i]).load(cuda::memory_order_relaxed) : goal;
  }
  bool all = true;
#pragma unroll
  for (int k = 0; k < int(kAtOnce); ++k) all &= seen[k] - goal <= 1u;
  return all;
}

// Waits until word[0..count) are at the goal or one past it: without a master, a
// fast block may be at the next goal before a thread polls.  Called by the first threads
// of a block.  Each of them watches its own words, kAtOnce at the same time.
template <unsigned kAtOnce>
__device__ inline void watchMany(unsigned* word, unsigned count, unsigned goal,
                                 unsigned thread, unsigned threads) {
  const unsigned lane = thread % kLanes, warp = thread / kLanes;
  const unsigned lanes = min(kLanes, threads - warp * kLanes);
  const unsigned each = kLanes * kAtOnce, warps = (threads + kLanes - 1) / kLanes;
  for (unsigned first = warp * each; first < count; first += warps * each)
    for (unsigned i = lane; i < kLanes; i += lanes)
      while (!haveCome<kAtOnce>(word + first + i, int(count - first - i), goal)) {
      }
  __syncwarp();  // Then all lanes share one fence, however late one of them came.
  // Acquire: the arrivals.  If each poll acquired, it would hold up the next poll.
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
}
