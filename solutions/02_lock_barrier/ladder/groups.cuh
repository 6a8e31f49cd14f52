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

// Everybody has arrived: each group is empty again, and told to go on.
__device__ inline void tellAll(Groups groups) {
  // Release: what the caller has acquired of all, before the words.  Pairs with D.
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  for (unsigned i = 0; i < groups.count; ++i)
    Word(group_words[i].word)
        .fetch_add(kOnce - groups.size(i), cuda::memory_order_relaxed);
}

// The calling block arrives at `all`, and waits for all others; for thread 0.
__device__ inline void meetInGroups(Word all, unsigned goal) {
  const Groups groups(gridDim.x * gridDim.y * gridDim.z);
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned group = block % groups.count, size = groups.size(group);
  Word mine(group_words[group].word);
  // Release: the block's writes, then its arrival.  Pairs with B.
  const unsigned before = mine.fetch_add(1, cuda::memory_order_release);
  if (before % kOnce == size - 1) {
    // B.  Acquire: the arrivals of the group, before the addition for all of it.
    mine.load(cuda::memory_order_acquire);
    // Release: the group's arrivals, then this one.  Pairs with C.
    if (all.fetch_add(size, cuda::memory_order_release) + size == goal) {
      all.load(cuda::memory_order_acquire);  // C.  Acquire: all arrivals, then the rest.
      return tellAll(groups);
    }
  }
  // D.  Acquire: what the last block had acquired, then what this one reads next.
  while (mine.load(cuda::memory_order_acquire) / kOnce == before / kOnce) {
  }
}
