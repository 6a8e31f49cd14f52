// What rungs of this ladder share: a barrier in two levels.  Blocks arrive in groups, the
// last of a group arrives for all of it, and the last of all tells each group to go on.
//
// The groups' words are the program's, not the caller's: one grid at a time may use them.

#pragma once

#include <cuda_runtime.h>

#include <cuda/atomic>

#ifdef GRIDLOCK_SIM  // Where few blocks are resident, pairs show what groups of 64 do.
constexpr unsigned kGroupBlocks = 2;
#else
constexpr unsigned kGroupBlocks = 64;
#endif
constexpr unsigned kGroupsMax = 1 << 10;

// The low half: how many blocks of a group have arrived, 0 between barriers.  The high
// half: how often the group was told to go on.  A word fills a line of the L2 cache.
struct alignas(128) Group {
  unsigned word;
};
__device__ Group group_words[kGroupsMax];
constexpr unsigned kOnce = 1u << 16;

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// How a grid falls into groups: neighbours, which start at the same time, go to different
// ones.
struct Groups {
  unsigned blocks, count;

  __device__ explicit Groups(unsigned all)
      : blocks(all), count(min((all + kGroupBlocks - 1) / kGroupBlocks, kGroupsMax)) {}
  __device__ unsigned size(unsigned group) const {
    return (blocks - group + count - 1) / count;
  }
};

// What the fences of thread 0 order, and with it its block.
__device__ inline void fence() {
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
}

// Arrives at the words, and waits for all other blocks; for thread 0 of a block.
__device__ inline void meetOthersInGroups(Word all, unsigned goal) {
  const Groups groups(gridDim.x * gridDim.y * gridDim.z);
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned group = block % groups.count, size = groups.size(group);
  Word mine(group_words[group].word);
  // Release: the block's writes, then its arrival.  Pairs with A.
  const unsigned before = mine.fetch_add(1, cuda::memory_order_release);
  if (before % kOnce == size - 1) {
    // A.  Acquire: the arrivals of the group.  Release: those, then the one for all of
    // it.  Pairs with B.
    fence();
    if (all.fetch_add(size, cuda::memory_order_relaxed) + size == goal) {
      // B.  Acquire: all arrivals.  Release: those, then the words.  Pairs with C.
      fence();
      // Each group is empty again, and told to go on.
      for (unsigned i = 0; i < groups.count; ++i)
        Word(group_words[i].word)
            .fetch_add(kOnce - groups.size(i), cuda::memory_order_relaxed);
      return;
    }
  }
  // C.  Acquire: what the last block had acquired, then what this one reads next.
  while (mine.load(cuda::memory_order_acquire) / kOnce == before / kOnce) {
  }
}

// The calling block arrives, and waits for all others.
__device__ inline void meetInGroups(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    meetOthersInGroups(Word(*mutex), goal);
  __syncthreads();  // The block waits for thread 0, which has acquired for all.
}
