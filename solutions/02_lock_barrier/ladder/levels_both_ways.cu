// As arrival_in_levels; but the blocks of a group also wait at a word of their own, and
// the last block of all tells each group.  Should buy what is left where there are very
// many blocks: as long as all of them look at one word, the looks stand in line as the
// additions did.  With few blocks the way over the groups is one journey more.
//
// The groups' words are the program's, not the caller's: one grid at a time may use them.

#include <cuda_runtime.h>

#include <cuda/atomic>

constexpr unsigned kGroupBlocks = 64;
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
__device__ void tellAll(Groups groups) {
  // Release: what the caller has acquired of all arrivals, before the words.  Pairs with
  // D.
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  for (unsigned i = 0; i < groups.count; ++i)
    Word(group_words[i].word)
        .fetch_add(kOnce - groups.size(i), cuda::memory_order_relaxed);
}

// The block arrives, and waits.
__device__ void meet(Word all, unsigned goal, Groups groups, unsigned block) {
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

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    meet(Word(*mutex), goal, Groups(gridDim.x * gridDim.y * gridDim.z),
         (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x);
  __syncthreads();  // The block waits for thread 0, and what C or D orders holds for all.
}

#include "phases.cuh"
