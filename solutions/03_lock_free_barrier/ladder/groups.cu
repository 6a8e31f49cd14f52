// Two hops, and no block watches many words: the first block of each group watches the
// words of its group in arrayIn, and tells in arrayOut that all of them are there; all
// blocks watch the words of the groups.  With 132 blocks a word of 12 groups stands for
// 11 blocks, and all of these words share one line of the L2 cache.  Should save the
// cost of 132 polls by each of 132 blocks in one_hop.cu, for one more round trip.
// Measured on an H200, relative to grid.sync()'s time: 1.90, 2.21, 2.02, 1.47 and 1.14
// with 1, 2, 4, 8 and 16 blocks on each multiprocessor.  With 16 the groups gain: 0.84
// of the reference's time.  With one they lose: 1.14.  one_hop.cu takes longer from 2
// blocks on: 6.3 times as long as grid.sync() with 16.
// overlay

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// Waits until word[0..count) are at the goal or one past it: without a master, a
// fast block may be at the next goal before a thread has polled.  Each thread watches
// its own words.
__device__ void watch(unsigned* word, unsigned count, unsigned goal, unsigned thread,
                      unsigned threads) {
  for (unsigned i = thread; i < count; i += threads)
    while (Word(word[i]).load(cuda::memory_order_acquire) - goal > 1u) {
    }
}

// The least number of groups such that no group has more blocks than there are groups.
__device__ unsigned groupsOf(unsigned blocks) {
  unsigned groups = unsigned(sqrtf(float(blocks)));
  while (groups * groups < blocks) ++groups;
  return groups;
}

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned size = groupsOf(blocks);  // The size of each group except the last one.
  const unsigned group = block / size, first = group * size;

  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  // Release: the block's writes, then its arrival.  Pairs with A.
  if (thread == 0) Word(arrayIn[block]).store(goal, cuda::memory_order_release);

  if (block == first) {
    // A.  Acquire: the arrivals of the group.
    watch(arrayIn + first, min(size, blocks - first), goal, thread, threads);
    __syncthreads();  // What each thread has acquired comes before the word of the group.
    // Release: all of that, then the word.  Pairs with B.
    if (thread == 0) Word(arrayOut[group]).store(goal, cuda::memory_order_release);
  }

  // B.  Acquire: the words of all groups, and with them all arrivals.
  watch(arrayOut, (blocks + size - 1) / size, goal, thread, threads);
  __syncthreads();  // What each thread has seen comes before what all do next.
}
