// Signals that come too early; words that are looked at in one step and taken in another.
#include "cases.h"

__device__ int data, out, state, begun;

__global__ void claim_and_go_on() {
  if (atomicCAS(&state, 0, 1) == 0) {
    data = 42;
    __threadfence();
  }
  out = data;
}

// The first block makes the table.  The others use it without waiting.
// unsaid: went on although
// unsaid: a lock must admit
CASE(claims_and_does_not_wait, data_race) { return run(claim_and_go_on, 2, 1); }

enum Early { claims, signals };

template <Early way>
__global__ void tell_too_early() {
  if (blockIdx.x == 0) {
    if (way == claims && atomicCAS(&state, 0, 2) != 0) return;
    if (way == signals) {
      __threadfence();
      atomicExch(&state, 2);  // $told
    }
    while (*(volatile int*)&begun == 0) continue;
    data = 7;  // $written
  } else {
    while (way == claims ? *(volatile int*)&state != 2 : atomicAdd(&state, 0) == 0)
      continue;
    __threadfence();
    *(volatile int*)&begun = 1;
    out = data;
  }
}

// A thread takes the table and says at once that it is ready.
// missing: 2 only says that the work has begun
CASE(claims_with_the_signal, data_race) { return run(tell_too_early<claims>, 2, 1); }

// A block says that the data are there, then writes them; another block reads first.
// missing: the read and the write of data
// missing: The atomicExch in line $told comes before the write in line $written: a thread that
// missing: takes it for the signal of that may read too early.  If it is meant
// missing: as that signal, it must come last, after a fence.
CASE(told_before_it_was_written, data_race) { return run(tell_too_early<signals>, 2, 1); }

template <int writer>
__global__ void tell_before_the_write() {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(&state, 2);  // $early
    }
    if (threadIdx.x == writer) data = 7;  // $late
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&state, 0) == 0) continue;
    __threadfence();
    out = atomicAdd(&data, 1);
  }
}

// The receiver's access is atomic and the write is not; the cause is the early signal.
// missing: The atomicExch in line $early comes before the write in line $late
// missing: If the first is meant as a signal of the second, it must come last.
// unsaid: through a volatile pointer
CASE(told_before_the_write, data_race) { return run(tell_before_the_write<0>, 2, 32); }

// One thread sends the signal, and another one writes.
// missing: that thread signalled before this one wrote
// unsaid: through a volatile pointer
CASE(told_by_a_neighbour_before_the_write, data_race) {
  return run(tell_before_the_write<1>, 2, 32);
}

__device__ unsigned places;
__device__ int full[4], item[4], sum;

enum Way { item_last, written, polled };

template <Way way>
__device__ void send() {
  for (int i = 0; i < 3; ++i) {
    const unsigned place = atomicCAS(&places, i, i + 1);
    if (way == item_last) {
      __threadfence();
      atomicExch(&full[place], 1);  // $full
    }
    item[place] = i + 1;  // $item
    if (way == item_last) continue;
    __threadfence();
    if (way == polled) *(volatile int*)&full[place] = 1;
    if (way == written) full[place] = 1;  // $fills
  }
}

template <Way way>
__global__ void queue() {
  if (blockIdx.x == 0) return send<way>();
  for (unsigned place = 0; place < 3; ++place) {
    while (*(volatile unsigned*)&places <= place) continue;
    while (way != polled && *(volatile int*)&full[place] == 0) continue;  // $sees
    while (way == polled && full[place] == 0) continue;                   // $polls
    __threadfence();
    atomicAdd(&sum, item[place]);
  }
}

// A place is taken, its flag set, and then the item written.  The next place is taken by
// an atomic as well, which has nothing to do with it.
// missing: The atomicExch in line $full comes before the write in line $item
CASE(item_after_its_flag, data_race) { return run(queue<item_last>, 2, 1); }

// The places are signals as well, but the flags are plain: that must change.
// missing: The write in line $fills is ordinary, neither atomic nor volatile, and the volatile
// missing: read in line $sees may come at any moment
// unsaid: comes after the atomicCAS
// unsaid: comes before the
CASE(fills_places_plainly, data_race) { return run(queue<written>, 2, 1); }

// missing: The loop in line $polls waits with ordinary reads: they
// unsaid: comes after the atomicCAS
CASE(polls_places_plainly, data_race) { return run(queue<polled>, 2, 1); }

__global__ void look_once() {
  if (blockIdx.x == 0) return send<written>();
  while (*(volatile unsigned*)&places == 0) continue;
  if (full[0] != 0) sum = item[0];  // $looks
}

// Both ends are plain, and the flag is set right behind the fence that is meant for it.
// missing: The write in line $fills is ordinary, neither atomic nor volatile, and the read in
// missing: in line $looks may come
CASE(looks_once_at_a_plain_flag, data_race) { return run(look_once, 2, 1); }

__global__ void build(int* results) {
  volatile int* const now = &state;
  if (*now == 0) {          // $look
    *now = 1;               // $change
    data = 7 + blockIdx.x;  // $table
    __threadfence();
    *now = 2;
  }
  while (*now != 2) continue;
  __threadfence();
  results[blockIdx.x] = data;
}

// A thread that finds the table empty builds it: two threads may both find it so.
// missing: The look at state in line $look and its change in line $change
// missing: are two steps: thread 0 of
// missing: both saw 0 in line $look and went on.  Let one atomicCAS read and change
// unsaid: both run line $table
CASE(looks_and_then_takes, data_race) { return run(build, 2, 1, device<int>(2)); }

__global__ void look_at_another_word() {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) data = 5;
  } else if (threadIdx.x == 0) {
    if (*static_cast<volatile int*>(&state)) return;
  } else {
    out = data;
  }
}

// The reader's neighbour looks once at another word, which is no wait.
// unsaid: was still at
// unsaid: nothing held it back
CASE(looks_once_at_another_word, data_race) { return run(look_at_another_word, 2, 2); }

__device__ int taken[64];

__global__ void take(const int* wanted, int* owner, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const int row = wanted[i];
    if (taken[row] == 0) {
      if (atomicExch(&taken[row], 1) == 0) owner[row] = i;
    }
  }
}

// In a loop, threads look at a row by an ordinary read and take it by atomicExch.  They
// come to the two lines at different rows, so no barrier between the lines would help.
// missing: If either may come first, read through a volatile pointer
// unsaid: No __syncthreads()
CASE(looks_plainly_and_takes, data_race) {
  constexpr int kCount = 32;
  int* wanted = managed<int>(kCount);
  for (int i = 0; i < kCount; ++i) wanted[i] = i / 2 * 7 % 64;
  return run(take, 1, 8, wanted, device<int>(64), kCount);
}

template <bool neighbour_signals>
__global__ void replace() {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) out = data;  // $read
    if (threadIdx.x == neighbour_signals) {
      if (neighbour_signals) __threadfence();
      atomicExch(&state, 1);  // $read_signal
    }
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&state, 0) == 0) continue;
    if (neighbour_signals) __threadfence();
    data = 2;
  }
}

// Thread 0 reads, thread 1 signals that this may be overwritten, without a barrier.
// missing: that thread may signal before this one has read
// unsaid: before this one has written
CASE(before_a_neighbour_has_read, data_race) { return run(replace<true>, 2, 2); }

// One block says that it has read the value, and the other one then overwrites it.
// missing: No __threadfence() lies between the read in line $read
// missing: and the atomicExch in line $read_signal
// unsaid: the write in line $read
CASE(that_it_has_read, data_race) { return run(replace<false>, 2, 1); }

__global__ void let_another_fence(volatile int* signalled) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data = 7;  // $data
      while (atomicAdd(&state, 0) == 0) continue;
      *signalled = 1;
    } else {
      __threadfence();
      atomicExch(&state, 1);
    }
  } else if (threadIdx.x == 0) {
    while (*signalled == 0) continue;
    __threadfence();
    out = data;
  }
}

// The thread that fences is not the one that wrote and signals.
// missing: No __threadfence() lies between the write in line $data and the volatile write in
// missing: is of thread 1 of block 0; thread 0 of block 0, which sends the signal, executes
// missing: A fence orders only what its own thread did or saw
CASE(fence_of_another_thread, data_race) {
  return run(let_another_fence, 2, 2, zeros<int>());
}

__global__ void ask_again(int* sums) {
  __shared__ int asked;
  int all = 0;
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x == 0) asked = round;  // $asked
    __syncthreads();                      // $barrier
    all += asked;                         // $answered
  }
  sums[threadIdx.x] = all;
}

// One thread asks for all.  The next time it asks, a slow neighbour still reads.
// missing: between the read in line $answered and the next write in line $asked
// missing: both come after the __syncthreads() in line $barrier
// missing: Put one before line $asked, for all threads.
CASE(a_round_ahead, data_race) { return run(ask_again, 1, 2, device<int>(2)); }

__global__ void raise_plainly() {
  if (threadIdx.x == 0) {
    data = 5;
    __threadfence_block();
    state = 1;  // $raise
  } else {
    while (*static_cast<volatile int*>(&state) == 0) continue;
    __threadfence_block();
    out = data;
  }
}

// A barrier in place of the ordinary write would not end the loop.
// missing: The write in line $raise is ordinary, neither atomic nor volatile
// unsaid: No __syncthreads()
CASE(raises_its_flag_plainly, data_race) { return run(raise_plainly, 1, 2); }

__global__ void draw(int* count, int* got) {
  const int index = *count;  // $drawn
  atomicAdd(count, 2);       // $add
  got[blockIdx.x] = index;
}

// Another block may draw between the two: a volatile read would change nothing.
// missing: The read in line $drawn and the write in line $add are two steps
// missing: Go by what the atomicAdd in line $add returns
// unsaid: read through a volatile pointer
CASE(reads_and_then_adds, data_race) {
  return run(draw, 2, 1, zeros<int>(1), device<int>(2));
}

__global__ void add_under_a_lock(int* inside, int* sum) {
  volatile int* const held = &state;
  while (*held != 0) continue;  // $test
  *held = 1;                    // $set
  __threadfence();
  atomicAdd(inside, 1);
  *sum = *sum + 1;
  atomicSub(inside, 1);
  __threadfence();
  *held = 0;
}

// The counter of the lock's holders is no part of the lock.
// missing: The look at state in line $test and its change in line $set
// unsaid: atomicSub in line
CASE(tests_and_then_sets, data_race) {
  return run(add_under_a_lock, 2, 1, zeros<int>(1), zeros<int>(1));
}

__global__ void sort_pairs(int* values) {
  const int i = 2 * threadIdx.x;
  const int left = values[i], right = values[i + 1];
  if (left > right) {
    values[i] = right;  // $swap
    values[i + 1] = left;
  }
}

// Two threads that differ only in y compute the same index.
// missing: Threads 0 and (0,1,0) of block 0 both run line $swap
// missing: correct the index
CASE(forgets_its_rows, data_race) {
  int* values = managed<int>(2);
  values[0] = 2, values[1] = 1;
  return run(sort_pairs, 1, dim3(1, 2), values);
}

__device__ unsigned arrived[2], told[2];

__global__ void meet_at(unsigned goal, int* slots, int* sums) {
  const unsigned me = blockIdx.x;
  volatile unsigned *const in = arrived, *const go = told;
  slots[me] = 1;
  __threadfence();
  in[me] = goal;
  if (me == 0) {
    while (in[1] != goal) continue;
    __threadfence();
    for (int i = 0; i < 2; ++i) go[i] = goal;
  }
  while (go[me] != goal) continue;
  __threadfence();
  sums[me] = slots[1 - me];
}

// The words are 0 from the start, and so is the first goal.
// missing: did not wait:
// missing: held 0 already when the kernel began.
CASE(waits_for_what_is_there, data_race) {
  return run(meet_at, 2, 1, 0u, device<int>(2), device<int>(2));
}
