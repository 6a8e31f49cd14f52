// One hop, one warp: a lane watches every 32nd word, has all its polls in flight at the
// same time, and does not poll before a signal can have come.  Should save most of what
// one_hop_after_a_nap leaves to save: polls that come too early and polls one after the
// other.  What remains is two fences and a round trip.  Measured on an H200, relative to
// grid.sync()'s time: 1.04, 1.52, 2.12, 3.55 and 4.42 with 1, 2, 4, 8 and 16 blocks on
// each multiprocessor.  With one and with two, nothing else made of loads and stores
// alone is as fast; with more, few_answers is.  Nine polls at once in place of five took
// 1.17 with one block and 1.41 with two.
// overlay

#include "looks.cuh"

__device__ void pauseFor(unsigned cycles) {
  const long long end = clock64() + cycles;
  while (clock64() < end) {
  }
}

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  // Release: the block's writes, then its arrival.  Pairs with the acquire of a watch.
  if (thread == 0) Word(arrayIn[block]).store(goal, cuda::memory_order_release);
  if (thread < kLanes) {
    // A poll now would be too early, and delay the stores that it waits for.
    pauseFor(150 + 2 * blocks);
    watchMany<5>(arrayIn, blocks, goal, thread, min(threads, kLanes));
  }
  __syncthreads();  // What each lane has acquired comes before what all do next.
}
