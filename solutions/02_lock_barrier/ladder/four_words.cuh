// For rungs of this ladder: a barrier at four words, each for a quarter of the blocks,
// and each watched by a thread of every block.
//
// The words are the program's, not the caller's: one grid at a time may use them.

#pragma once

#include <cuda_runtime.h>

#include <cuda/atomic>

#include "pause.cuh"

constexpr unsigned kWords = 4;

// The low bits: how many blocks have arrived, 0 between barriers.  The two highest: how
// many barriers there have been, in all words alike.  One would not do: who is fast may
// be in the next barrier, and fill a word again, before a slow block has looked at it.  A
// word fills a line of the L2 cache.
struct alignas(128) Arrivals {
  unsigned word;
};
__device__ Arrivals arrivals[kWords];
constexpr unsigned kBarrier = 1u << 30;

// The calling block arrives at its word, and waits until all words are full.
__device__ inline void meetAtFourWords() {
  using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const Word own(arrivals[block % kWords].word);

  // Another word may be full already, this one not before the block has arrived.
  const unsigned before = thread < kWords ? own.load(cuda::memory_order_relaxed) : 0;
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (thread == 0) {
    // Release: the block's writes, then its arrival.  Pairs with A.
    const unsigned later = (blocks - 1 - block) / kWords;  // At the same word.
    own.fetch_add(block < kWords ? kBarrier - later : 1, cuda::memory_order_release);
    for (unsigned i = blocks; block == 0 && i < kWords; ++i)  // Where nobody arrives.
      Word(arrivals[i].word).fetch_add(kBarrier, cuda::memory_order_relaxed);
  }
  if (thread < kWords) pauseFor(max(300, int(blocks) - 128));
  // A.  Acquire: a quarter of the arrivals, then the barrier.
  for (unsigned i = thread; i < kWords; i += threads) {
    const Word watched(arrivals[i].word);
    while (watched.load(cuda::memory_order_acquire) / kBarrier == before / kBarrier) {
    }
  }
  __syncthreads();  // What each thread has seen comes before what all do next.
}
