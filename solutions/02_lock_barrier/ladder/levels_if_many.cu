// With few blocks as answer_released, with many as levels_both_ways: below a few hundred
// blocks the way over groups costs a journey more than the looks at one word cost time.
// Should buy the better of the two at each number of blocks.

#include "groups.cuh"

constexpr unsigned kManyBlocks = 600;

__device__ void meetAtOneWord(Word arrived, unsigned goal) {
  // Release: the block's writes, then its arrival.  Pairs with A and B.
  const unsigned answer = arrived.fetch_add(1, cuda::memory_order_release) + 1;
  // A.  Acquire: all arrivals, then what the block reads next.
  unsigned seen = answer;
  while (int(seen - goal) < 0) seen = arrived.load(cuda::memory_order_acquire);
  // B.  Acquire: the same for the last to arrive, which the answer has told that.
  if (seen == answer) arrived.load(cuda::memory_order_acquire);
}

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const Word all(*mutex);
    if (gridDim.x * gridDim.y * gridDim.z < kManyBlocks)
      meetAtOneWord(all, goal);
    else
      meetInGroups(all, goal);
  }
  __syncthreads();  // The block waits for thread 0, which has acquired for all.
}

#include "phases.cuh"
