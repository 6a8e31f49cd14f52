// Flags that are ordinary words, and flags in shared memory.
#include "cases.h"

__device__ int ready, value;

__global__ void set_and_look(int* out) {
  while (blockIdx.x == 1 && ready == 0) continue;  // $loop
  if (blockIdx.x == 1) {
    __threadfence();
    *out = value;
    return;
  }
  value = 7;
  __threadfence();
  ready = 1;
}

// In order, the flag is set before a thread waits for it, and the wait is a single read
// like any other.  The report still speaks of the loop.
// missing: The loop in line $loop waits with ordinary reads
// missing: Read through a volatile pointer or with an atomic load
CASE(ordinary_already_set, data_race) { return run(set_and_look, 2, 1, device<int>()); }

__global__ void poll_through(int* const* flag, int* out) {
  if (blockIdx.x == 0) {
    value = 7;
    __threadfence();
    **flag = 1;
  } else {
    while (**flag == 0) continue;  // $through
    __threadfence();
    *out = value;
  }
}

// Each round of the loop also reads the address of the flag.
// missing: The loop in line $through waits with ordinary reads
CASE(ordinary_through_a_pointer, data_race) {
  int** flag = managed<int*>();
  *flag = zeros<int>();
  return run(poll_through, 2, 1, flag, device<int>());
}

__global__ void hand_over_in_a_block(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  while (threadIdx.x == 32 && flag == 0) continue;  // $block_loop
  if (threadIdx.x == 32) *out = data;
  if (threadIdx.x == 0) {
    data = 7;
    flag = 1;
  }
}

// The flag between two warps is neither volatile nor an atomic.  A barrier at the race
// would hang, so the report says what to change about the flag.
// missing: The loop in line $block_loop waits with ordinary reads for another thread of the block
// missing: Make the flag atomic or volatile, with a __threadfence_block() before setting it
CASE(ordinary_in_a_block, data_race) {
  return run(hand_over_in_a_block, 1, 64, device<int>());
}

template <bool fenced>
__global__ void talk(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) const_cast<int&>(flag) = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = blockIdx.x + 1;
    if (fenced) __threadfence_block();
    flag = 1;
    if (fenced) flag = 2;
  } else {
    while (flag == 0) continue;
    if (fenced) __threadfence_block();
    out[blockIdx.x] = data;
  }
}

// No fence orders two threads of a block: the report asks for one, not for a barrier.
// missing: No __threadfence_block() lies between the write
CASE(without_fence_in_a_block, data_race) {
  return run(talk<false>, 1, 2, device<int>());
}

constexpr int kBlocks = 64;

// Blocks that follow one another use one flag in shared memory each: a thread that looks
// at its block's flag sees no value that the block before has left there.
CASE(of_each_block, passed) {
  int *out = device<int>(kBlocks), got[kBlocks];
  talk<true><<<kBlocks, 2>>>(out);
  if (!fetch(got, out)) return 1;
  for (int i = 0; i < kBlocks; ++i)
    if (got[i] != i + 1) return 1;
  return 0;
}
