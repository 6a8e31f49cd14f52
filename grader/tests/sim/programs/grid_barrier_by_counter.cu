// Barriers of all blocks by a counter, at which thread 0 of each block arrives and waits.
#include "cases.h"

enum Way {
  for_late_threads,
  thread_0_alone,
  ldcg,
  ldg,
  by_memcpy,
  too_soon,
  in_one_round
};

__device__ unsigned mutex, arrived;

template <Way way>
__device__ void meet(unsigned goal) {
  volatile unsigned* const word = &mutex;
  if (way != for_late_threads) __syncthreads();
  if (threadIdx.x == 0) {
    if (way != too_soon) __threadfence();
    atomicAdd(&mutex, 1u);
    unsigned seen = 0;
    do {
      if (way == ldcg) seen = __ldcg(&mutex);
      if (way == ldg) seen = __ldg(&mutex);
      if (way == by_memcpy) memcpy(&seen, &mutex, sizeof seen);
      if (way < ldcg || way > by_memcpy) seen = *word;  // $look
    } while (int(seen - goal) < 0);
    __threadfence();
  }
  if (way != thread_0_alone) __syncthreads();
}

template <Way way>
__global__ void rounds(int* slots, int* sums) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int all = gridDim.x * blockDim.x;
  for (int round = 0; round < 2; ++round) {
    slots[round * all + me] = me;
    meet<way>((way == in_one_round ? 1 : round + 1) * gridDim.x);
    for (int i = 0; i < all; ++i) sums[me] += slots[round * all + i];
  }
}

template <Way way>
int two_rounds() {
  return run(rounds<way>, 2, 2, device<int>(8), zeros<int>(4));
}

// Thread 0 signals while another thread of its block has yet to write.
// missing: No __syncthreads() lies between the
CASE(arrives_for_late_threads, data_race) { return two_rounds<for_late_threads>(); }

// The other threads of a block do not wait for thread 0.
// missing: Neither waits for the other: between the two accesses, neither thread sees
CASE(only_thread_0_waits, data_race) { return two_rounds<thread_0_alone>(); }

// These loads bypass the L1 cache, but are ordinary loads.
// missing: waits with ordinary reads
CASE(polls_by_ldcg, data_race) { return two_rounds<ldcg>(); }

// These loads go through the read-only cache.
// missing: does not see the writes of the running kernel
CASE(polls_by_ldg, data_race) { return two_rounds<ldg>(); }

// missing: waits with ordinary reads
CASE(polls_by_memcpy, data_race) { return two_rounds<by_memcpy>(); }

// The goal is the same in both rounds: in the second no block waits.
// missing: the last signal that one block saw
CASE(round_not_awaited, data_race) { return two_rounds<in_one_round>(); }

__global__ void phases(int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + (i > 0 ? a[i - 1] : 0);
  meet<too_soon>(1);
  a[i] = b[i] + (i > 0 ? b[i - 1] : 0);
}

// The goal grows by one, not by the number of blocks: the first block passes alone.
// missing: Block 0 went on from the volatile read in line $look, which saw 1 in mutex, before
// missing: before block 1 had added to it: block 0 must keep waiting until block 1 has.
// unsaid: barrier of all blocks
// unsaid: send an atomic or volatile signal
CASE(goal_that_comes_too_soon, data_race) {
  return run(phases, 2, 2, zeros<int>(4), device<int>(4));
}

__global__ void mirror(int* data, int* out) {
  const int i = 2 * blockIdx.x + threadIdx.x;
  data[i] = i;
  meet<thread_0_alone>(2);
  out[i] = data[3 - i];
}

// Thread 0 waits for the other block, and nothing makes thread 1 wait for thread 0.
// missing: : no __syncthreads() held thread 1 of block
// missing: back until it was through
CASE(no_barrier_at_the_end, data_race) {
  return run(mirror, 2, 2, device<int>(4), device<int>(4));
}

template <bool barrier>
__global__ void count_and_go_on(int* data, int* out) {
  if (threadIdx.x == 0) data[blockIdx.x] = 1;
  if (barrier) __syncthreads();  // $barrier
  if (threadIdx.x == 0) atomicAdd(&arrived, 1);
  if (threadIdx.x == 1) out[blockIdx.x] = data[1 - blockIdx.x];  // $goes_on
}

// Thread 0 counts its block, and no thread waits for the other block.
// missing: had waited for another block before: thread 1 came straight from the
// missing: __syncthreads() in line $barrier to line $goes_on
// schedules: 200
CASE(counts_and_goes_on, data_race) {
  return run(count_and_go_on<true>, 2, 2, device<int>(2), device<int>(2));
}

// Thread 1 does not wait for anything.
// missing: without any __syncthreads(), atomic or volatile access before it: nothing held it
// schedules: 200
CASE(nothing_holds_the_others, data_race) {
  return run(count_and_go_on<false>, 2, 2, device<int>(2), device<int>(2));
}

__device__ int data[2], sum;

template <bool fences_first>
__global__ void exchange(int* out) {
  const int writer = fences_first ? 1 : 0;
  if (threadIdx.x == writer) data[blockIdx.x] = 1;  // $write
  if (fences_first) {
    if (threadIdx.x == 0) __threadfence();  // $fence
    __syncthreads();                        // $first_barrier
  }
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);  // $arrive
    while (atomicAdd(&arrived, 0) != 2) continue;
    __threadfence();
  }
  if (fences_first) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = data[1 - blockIdx.x];
}

// Thread 0 fences, and only then learns what thread 1 has written.
// missing: The __threadfence in line $fence comes before the __syncthreads in line $first_barrier
CASE(fence_before_the_barrier, data_race) {
  return run(exchange<true>, 2, 2, device<int>(2));
}

// The fence behind the wait does not serve the signal before it.
// missing: No __threadfence() lies between the write in line $write
// missing: and the atomicAdd in line $arrive
CASE(fence_of_the_wait_alone, data_race) {
  return run(exchange<false>, 2, 1, device<int>(2));
}

__global__ void meet_too_early() {
  if (blockIdx.x == 1 && threadIdx.x == 0) data[1] = 5;
  __syncthreads();
  __threadfence();
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < 2) {
  }
  __threadfence();
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) sum = data[1];
}

// Each thread arrives: the steps show whose arrival let a block go on.
// told: atomicAdd arrived, 0 -> 1
// told: atomicAdd arrived, 1 -> 2
CASE(every_thread_arrives, data_race) { return run(meet_too_early, 2, 2); }
