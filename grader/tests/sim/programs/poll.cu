// Polling threads give way to those that they wait for, whatever they poll and write.
#include <cuda/atomic>

#include "cases.h"

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int flag;

enum Way { through_shared_memory, by_a_barrier, counting };

template <Way way>
__global__ void meet(int* seen) {
  __shared__ int ready;
  int round = 0;
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) atomicExch(&flag, 1);
    return;
  }
  while (way == counting && atomicAdd(&flag, 0) == 0) ++round;
  while (way == by_a_barrier &&
         !__syncthreads_or(threadIdx.x == 0 && atomicAdd(&flag, 0) != 0))
    continue;
  for (bool polls = way == through_shared_memory; polls; polls = !ready) {
    __syncthreads();
    if (threadIdx.x == 0) ready = atomicAdd(&flag, 0);
    __syncthreads();
  }
  seen[threadIdx.x] = round;
}

// One thread polls for its block and tells it through shared memory in every round.
CASE(through_shared_memory, passed) {
  return run(meet<through_shared_memory>, 2, 2, device<int>(2));
}

// In each round of the loop, the block meets at a barrier.
CASE(a_block_together, passed) { return run(meet<by_a_barrier>, 2, 2, device<int>(2)); }

// A poll that counts its rounds is never the same twice.
CASE(counting_rounds, passed) { return run(meet<counting>, 2, 1, device<int>()); }

__global__ void poll_together_in_vain() {
  while (!__syncthreads_or(threadIdx.x == 0 && atomicAdd(&flag, 0) != 0)) continue;
}

CASE(a_block_together_in_vain, no_progress) { return run(poll_together_in_vain, 2, 2); }

__device__ void poll(int way, volatile float* mass, volatile float* other, float* m) {
  if (way == 0)
    while (mass[1] < 0) continue;
  if (way == 1)
    while (mass[0] < 0 && mass[1] < 0) continue;
  if (way == 2)
    while ((m[0] = mass[1]) < 0) continue;
  if (way == 3)
    while (mass[0] < 0 && (m[0] = mass[1]) < 0) continue;
  if (way == 4)
    for (int j = 0; mass[1] < 0;) j = 1 - j;
  if (way == 5) {
    int j = 0;
    while (mass[1] < 0) j++;
    m[0] = static_cast<float>(j);
  }
  if (way == 6)
    while (mass[1] < 0) m[0] += 1;
  if (way == 7)
    while ((other[0] = mass[1]) < 0) continue;
}

__global__ void wait(int way, volatile float* mass) {
  __shared__ float m[2];
  m[threadIdx.x] = 0;
  if (threadIdx.x == 0) poll(way, mass, mass + 2, m);
  if (threadIdx.x == 1) mass[1] = 1;
}

// Most polls also write the value that they read, or a count.  Each launch polls in its
// own way until the block's other thread stores.
CASE(writing, passed) {
  constexpr int kWays = 8;
  float* all = managed<float>(3 * kWays);
  for (int i = 0; i < 3 * kWays; ++i) all[i] = -1;
  for (int way = 0; way < kWays; ++way) wait<<<1, 2>>>(way, all + 3 * way);
  cudaDeviceSynchronize();
  for (int way = 0; way < kWays; ++way)
    if (all[3 * way + 1] != 1) return 1;
  return 0;
}

constexpr int kBlocks = 4;
__device__ int arrived[kBlocks];

__device__ bool all_arrived(int round, int first, int step) {
  bool all = true;
  for (int i = first; i < kBlocks; i += step)
    all &= Word(arrived[i]).load(cuda::memory_order_acquire) >= round;
  return all;
}

__global__ void await_all(int* seen) {
  for (int round = 1; round <= 2; ++round) {
    __syncthreads();
    if (threadIdx.x == 0)
      Word(arrived[blockIdx.x]).store(round, cuda::memory_order_release);
    while (!all_arrived(round, threadIdx.x, blockDim.x)) continue;
    __syncthreads();
  }
  seen[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A thread may wait for many words at one place: it looks at all of them, in a loop, and
// begins again if one has not come.
CASE(many_words, passed) { return run(await_all, kBlocks, 2, device<int>(2 * kBlocks)); }

__global__ void await_all_in_vain() {
  if (blockIdx.x != 0 && blockIdx.x != kBlocks) {
    Word(arrived[blockIdx.x - 1]).store(1, cuda::memory_order_release);
    return;
  }
  while (!all_arrived(1, 0, 1)) continue;
}

// One of the words comes from a block that waits too.
CASE(many_words_in_vain, deadlock) { return run(await_all_in_vain, kBlocks + 1, 1); }
