// Block 0 writes data and signals, block 1 passes the signal on, and block 2 reads the
// data: the report says what is missing on the way, and where.
#include <cuda/atomic>

#include "cases.h"

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

template <bool sender_fences, bool relay_fences, bool reader_fences>
__global__ void relay(int* data, volatile int* flags, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;  // $write
    if (sender_fences) __threadfence();
    flags[0] = 1;  // $signal
  } else if (blockIdx.x == 1) {
    while (flags[0] == 0) continue;  // $look
    if (relay_fences) __threadfence();
    flags[1] = 1;  // $pass_on
  } else {
    while (flags[1] == 0) continue;  // $last_look
    if (reader_fences) __threadfence();
    *out = *data;  // $read
  }
}

template <bool sender_fences, bool relay_fences, bool reader_fences>
int relayed() {
  return run(relay<sender_fences, relay_fences, reader_fences>, 3, 1, device<int>(),
             zeros<int>(2), device<int>());
}

// missing: through block 1, which has no __threadfence() between the volatile read in
// missing: the volatile read in line $look that saw it and the volatile write in line $pass_on
CASE(relay_without_fence, advice missing_relay_fence) {
  return relayed<true, false, true>();
}

// missing: No __threadfence() lies between the volatile read in line $last_look, which saw the
// missing: which saw the signal, and the read in line $read
CASE(reader_without_fence, advice missing_acquire_fence) {
  return relayed<true, true, false>();
}

// The steps show all three blocks.
// missing: No __threadfence() lies between the write in line $write
// missing: and the volatile write in line $signal
// told: W | |  block 0, thread 0  line $write  racing write
// told: W | |  block 0, thread 0  line $signal  volatile write
// told: | R |  block 1, thread 0  line $look  volatile read
// told: | W |  block 1, thread 0  line $pass_on  volatile write
// told: | | R  block 2, thread 0  line $last_look  volatile read
// told: | | R  block 2, thread 0  line $read  racing read
CASE(without_any_fence, data_race) { return relayed<false, false, false>(); }

__device__ int data, flag;
__device__ volatile int first, second;

__device__ void fence() {
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
}

__global__ void relay_through_a_barrier(int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) data = 7;
    __syncthreads();
    fence();
    if (threadIdx.x == 0) first = 1;
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (first != 1) continue;
      fence();
    }
    __syncthreads();
    if (threadIdx.x == 1) second = 1;
  } else if (blockIdx.x == 2 && threadIdx.x == 0) {
    while (second != 1) continue;
    fence();
    *out = data;
  }
}

// In the middle, one thread sees the signal and fences; another thread passes it on.
// missing: through block 1, which has no __threadfence() between the volatile read in
// missing: is of thread 0 of block 1; thread 1 of block 1, which sends the signal, executes
CASE(fence_before_the_barrier, advice missing_relay_fence) {
  return run(relay_through_a_barrier, 3, 2, device<int>());
}

template <bool awaits>
__global__ void overwrite(int* out) {
  if (blockIdx.x == 0) {
    data = 1;  // $data
    Word(flag).store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (awaits && Word(flag).load(cuda::memory_order_relaxed) != 1) continue;
    Word(flag).store(2, awaits ? cuda::memory_order_relaxed : cuda::memory_order_release);
  } else {
    while (Word(flag).load(cuda::memory_order_acquire) != 2) continue;
    *out = data;
  }
}

// Block 1 replaces the signal that it saw by one of its own.  Unlike a read-modify-write,
// a store does not carry the first signal on.
// missing: through block 1, which has no __threadfence() between the atomic load in
CASE(by_a_relaxed_store, advice missing_relay_fence) {
  return run_expecting({1}, overwrite<true>, 3, 1);
}

// The word has a later value, but from a block that knows nothing of the data.
// missing: the other block sees no signal that the writing block sends after line $data
CASE(signal_of_another_block, data_race) {
  return run_expecting({1}, overwrite<false>, 3, 1);
}
