// For rungs of this ladder: many words, and all looks of a thread under way at the same
// time.

#pragma once

#include <cuda_runtime.h>

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

constexpr unsigned kAtOnce = 20;  // Looks of a thread: in registers.

// The calling thread waits for so many cycles of its multiprocessor.
__device__ inline void pauseFor(unsigned cycles) {
  const long long end = clock64() + cycles;
  while (clock64() < end) {
  }
}

// Whether word[thread], word[thread + threads], ... of the next words have come to the
// goal, or passed it.
__device__ inline bool haveCome(unsigned* word, unsigned count, unsigned goal,
                                unsigned thread, unsigned threads) {
  unsigned seen[kAtOnce];
#pragma unroll
  for (unsigned k = 0; k < kAtOnce; ++k) {
    const unsigned i = thread + k * threads;
    seen[k] = i < count ? Word(word[i]).load(cuda::memory_order_relaxed) : goal;
  }
  bool all = true;
#pragma unroll
  for (unsigned k = 0; k < kAtOnce; ++k) all &= int(seen[k] - goal) >= 0;
  return all;
}

// Waits until word[0..count) have come to the goal, or passed it: without a master, who
// is fast may be at the next one before a thread has looked.  Each thread watches its
// own.  An acquire waits for its look, so there is one, for all looks, behind them.
__device__ inline void watchMany(unsigned* word, unsigned count, unsigned goal,
                                 unsigned thread, unsigned threads) {
  const unsigned step = kAtOnce * threads;
  for (unsigned first = 0; first < count; first += step)
    while (!haveCome(word + first, min(step, count - first), goal, thread, threads)) {
    }
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
}
