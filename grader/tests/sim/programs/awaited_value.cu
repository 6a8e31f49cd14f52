// Threads wait for a value that does not come: the report says which value the word
// keeps, what it is compared with, and which block was the last to write it.
#include <cuda/atomic>

#include "cases.h"

__device__ volatile int one, other, turn = 2;
__device__ int state, w[2], bits = 8;
__device__ unsigned mutex, flags[4], large = 0xfffffffdu;

__global__ void meet(unsigned goal) {
  if (threadIdx.x == 0) {
    const volatile unsigned* arrived = &mutex;
    atomicAdd(&mutex, 1);                       // $counted
    while (int(*arrived - goal) < 0) continue;  // $spin
  }
  __syncthreads();  // $barrier
}

// The counter never reaches the goal, which is only in a register.  The other threads of
// the two blocks wait for thread 0.
// missing: in blocks 0-1 of 2, thread 0 spins in line $spin on mutex, which stays 2 and is
// missing: and is compared with 3: block
// missing: in line $counted.  Their other threads wait at __syncthreads in line $barrier
// told: reads 2, after
// unsaid: blocks 0-1 of 2: waiting
CASE(goal_past_all_blocks, deadlock) {
  meet<<<2, 32>>>(3);
  return cudaDeviceSynchronize() != cudaSuccess;
}

__global__ void poll_two_words() {
  if (threadIdx.x == 2) return;
  if (threadIdx.x == 0)
    while (one == 0) continue;  // $one
  while (other == 0) continue;  // $other
}

// The blocks are listed once, in one notation: thread 1 spins "in the same blocks".
// missing: in blocks (0,0,0), (1,0,0), (0,1,0), (1,1,0) of 4, thread 0 spins in line $one
// missing: In the same blocks, thread 1 spins in line $other
CASE(blocks_of_a_plane, deadlock) { return run(poll_two_words, dim3(2, 2), 3); }

__global__ void arrive() {
  if (blockIdx.x == 1) {
    __threadfence();
    atomicAdd(&state, 1);  // $arrival
  } else {
    while (atomicAdd(&state, 0) < 2) continue;
  }
}

// A wait by read-modify-writes that change nothing does not hide the variable's writer.
// missing: stays 1 and is compared with 2: block 1 was the last to write it, in line $arrival
CASE(of_a_variable, deadlock) { return run(arrive, 2, 1); }

__global__ void await_equal_index(unsigned n) {
  const unsigned index = threadIdx.x;
  if (index == 0)
    for (;;) {
      const unsigned seen = *static_cast<volatile unsigned*>(&flags[index]);
      if (index < n && seen == 2) break;  // $comparison
    }
  __syncthreads();
}

// The index is compared, too, and has the value that the flag has.
// missing: which stays 0 and is compared in line $comparison with 2
// unsaid: with 4
CASE(beside_an_equal_index, deadlock) { return run(await_equal_index, 2, 4, 4); }

__global__ void compare_twice() {
  int seen;
  do {
    seen = turn;
    if (seen > 100) return;
  } while (seen != static_cast<int>(blockIdx.x) + 7);
}

// With two comparisons of one value it is unknown for which of them the thread waits.
// missing: which stays 2: no kernel has written it
// unsaid: compared with
CASE(compared_with_two_values, deadlock) { return run(compare_twice, 2, 1); }

__global__ void look_by_a_lambda(unsigned goal) {
  const auto is_missing = [=](unsigned i) {
    const unsigned seen = *static_cast<volatile unsigned*>(flags + i);  // $seen
    return seen != goal;                                                // $captured
  };
  while (is_missing(1)) continue;
}

// The value read is in a variable; the value to compare with is in the lambda's object.
// missing: in line $seen on flags[1], which stays 0 and is compared in line $captured with 3
CASE(compared_with_what_a_lambda_holds, deadlock) {
  return run(look_by_a_lambda, 1, 1, 3u);
}

__global__ void meet_if_needed(unsigned blocks) {
  if (blockIdx.x > 0 && blockIdx.x >= blocks) return;
  if (blockIdx.x > 0) atomicExch(&flags[blockIdx.x], 1);
  while (blockIdx.x == 0 && atomicAdd(&flags[1], 0) == 0) continue;
}

// A block returned before it came to the line with its arrival.
// missing: Block 1 ended, and no thread has come to a line that writes flags[1]
// missing: must not return before the others have stopped waiting for them
CASE(left_before_it_arrived, deadlock) { return run(meet_if_needed, 2, 1, 1u); }

__global__ void swap_never() {
  while (atomicCAS(&state, 2, 1) != 2) continue;  // $swap
}

// A compare-and-swap says itself what it compares with.
// missing: spinning in line $swap on state, which stays 0 and is compared with 2: no kernel
CASE(compare_and_swap, deadlock) { return run(swap_never, 2, 1); }

__global__ void await_mine() {
  const int mine = 7 + threadIdx.x;
  while (one != mine) continue;
}

// missing: and is compared with 7 and with 8, by different threads
CASE(different_values_in_one_block, deadlock) { return run(await_mine, 1, 2); }

__global__ void enter() {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(bits);
  const int ticket = held.fetch_add(16, cuda::memory_order_relaxed) >> 4 & 15;
  while ((held.load(cuda::memory_order_acquire) & 15) != ticket) continue;
}

// A lock whose ticket is in some bits of a word.
// missing: which stays 40, and 8, computed from it, is compared with 0 by block 0 and with
CASE(bits_of_a_word, deadlock) { return run(enter, 2, 1); }

__global__ void meet_in_a_plane() {
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    const int goal = int(blockIdx.y) + 4;
    if (blockIdx.y == 0) atomicSub(&state, 2);
    int seen = 0;
    do {
      seen = atomicAdd(&state, 0);
    } while (seen < goal);  // $goals
  }
  __syncthreads();
}

// The blocks wait for different values, as signed integers, in blocks of two dimensions.
// missing: and is compared, as -2, in line $goals with 4 by block 0 and with 5 by block (0,1,0)
// missing: Their other threads wait at __syncthreads
CASE(different_goals, deadlock) { return run(meet_in_a_plane, dim3(1, 2), dim3(1, 2)); }

__global__ void await_not_zero(int looks) {
  int seen = 0;
  for (int i = 0; i < looks || seen == 0; i = looks) seen = one;
}

// Comparisons with 0 and of a loop's index say nothing new; and all threads wait.
// missing: on one, which stays 0: no kernel has written it
// unsaid: compared
// unsaid: other thread
CASE(not_zero, deadlock) { return run(await_not_zero, 1, 2, 2); }

__global__ void count_past_zero() {
  for (atomicAdd(&large, 1u); atomicAdd(&large, 0u) != 5u;) continue;  // $count
}

// Whether a word is signed is unknown: a value that depends on it is shown both ways.
// missing: spinning in line $count on large, which stays 4294967295 (-1)
// told: atomicAdd large, 4294967293 (-3) ->
CASE(past_two_to_the_32nd, deadlock) { return run(count_past_zero, 2, 1); }

__global__ void copy_in_vain(volatile int* flag) {
  __shared__ int copy;
  if (threadIdx.x == 0)
    while ((copy = *flag) == 0) continue;
}

// Two blocks copy the flag into shared memory, which has one address in both.
// missing: which stays 0: no kernel has written it
CASE(copied_in_vain, deadlock) { return run(copy_in_vain, 2, 2, zeros<int>()); }

__global__ void take_back() {
  for (int i = 0; i < 2; ++i) {
    if (blockIdx.x == 0) {
      atomicExch(&w[0], 1);  // $given
      while (atomicAdd(&w[1], 0) == i) continue;
      __threadfence();
    } else {
      while (atomicAdd(&w[0], 0) == 0) continue;
      __threadfence();
      atomicAdd(&w[1], 1);
      atomicExch(&w[0], 0);  // $taken_back
    }
  }
}

// A signal is lost: block 0 sets w[0] again before block 1 has reset it.
// told: block 0, thread 0  line $given  atomicExch w[0], reads 1
// told: block 1, thread 0  line $taken_back  atomicExch w[0], 1 -> 0
CASE(signal_taken_back, deadlock) {
  take_back<<<2, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
