// Locks made of one word that blocks poll, and the report on a lock that lets two in.
#include <cuda/atomic>
#include <cuda/std/atomic>

#include "cases.h"

__device__ int locks[2], total;

__device__ void lock(int* l) {
  while (atomicCAS(l, 0, 1) != 0) continue;  // $lock
  __threadfence();
}

__device__ void unlock(int* l) {
  __threadfence();
  atomicExch(l, 0);
}

__global__ void take_both() {
  int a = blockIdx.x, b = 1 - blockIdx.x;
  for (int i = 0; i < 3; ++i) {
    lock(&locks[a]);
    lock(&locks[b]);
    total += 1;
    unlock(&locks[b]);
    unlock(&locks[a]);
  }
}

// told: block 0 of 2: spinning in line $lock on locks[1],
// told: block 0, thread 0  line $lock  atomicCAS locks[0], 0 -> 1
// told: block 1, thread 0  line $lock  atomicCAS locks[1], 0 -> 1
// told: atomicCAS locks[0], expects 0, reads 1,
CASE(two_locks_in_two_orders, deadlock) {
  take_both<<<2, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}

__device__ int word, sum, missed, limit = 2;

enum Way { looks_first, gives_up, counts_up, counts_up_forever, tries };

template <Way way>
__device__ void lock() {
  while (way == looks_first && atomicAdd(&word, 0) != 0) continue;
  if (way == looks_first) atomicExch(&word, 1);  // $exchange
  for (int tries = 0; way == gives_up && tries < 100; ++tries)
    if (atomicCAS(&word, 0, 1) == 0) break;  // $try
  if (way == counts_up || way == counts_up_forever)
    while (atomicAdd(&word, 1) != 0) atomicSub(&word, 1);  // $counts
}

template <Way way>
__global__ void count() {
  if (way == tries && atomicCAS(&word, 0, 1) != 0) {
    missed = 1 + blockIdx.x;  // $missed
    return;
  }
  if (way != tries) lock<way>();
  __threadfence();
  if (way == gives_up) {
    const int now = sum;
    if (now < limit) sum = now + 1;
  } else {
    sum += 1;  // $sum
  }
  if (way == counts_up_forever) return;
  __threadfence();
  way == counts_up ? atomicSub(&word, 1) : atomicExch(&word, 0);
}

// A thread checks that the lock is free, and then takes it: two steps.  No atomic is
// missing on the data that the lock guards.
// missing: Both threads passed the atomicExch in line $exchange, the second before the first
// missing: the second before the first had left line $sum
// missing: admit only the thread that has itself changed its word from free to taken
CASE(looks_and_then_takes, data_race) { return run(count<looks_first>, 2, 1); }

// A thread tries to take the lock a few times, and goes on in any case.
// schedules: 300
// missing: went on although its atomicCAS in line $try had read 1 and changed nothing
// missing: admit only the thread that has itself changed its word from free to taken
// unsaid: are two steps
// unsaid: barrier of all blocks
// told: atomicCAS word, expects 0, reads 1, and
CASE(gives_up_and_goes_on, data_race) { return run(count<gives_up>, 2, 1); }

// A thread that finds the lock taken undoes its addition.  Block 0 never unlocks, so the
// others go on forever, and no smaller input would help them.
// schedules: 3
// missing: steps: 2 threads only repeat the atomicAdd in line $counts
// missing: the atomicAdd in line $counts and the atomicSub in line $counts on word
// missing: The threads that wait in that loop also write the word that they wait for
CASE(waiters_write_to_it, no_progress) { return run(count<counts_up_forever>, 3, 1); }

// The same lock, unlocked.  A schedule in which a waiting block has the device to itself
// would never end, but no GPU runs it: the block that holds the lock goes on as well.
CASE(waiters_write_until_it_is_free, passed) {
  return run_leaving(sum, 3, count<counts_up>, 3, 1);
}

// A thread that fails to take the lock notes its failure in a word, in a race.
// missing: both run line $missed and write the same word
// unsaid: went on although
CASE(missed, data_race) { return run(count<tries>, 4, 1); }

__device__ int sums[2];

__global__ void count_in_each_thread() {
  __shared__ bool got;
  for (;;) {
    if (threadIdx.x == 0) got = false;
    __syncthreads();
    if (atomicCAS(&word, 0, 1) == 0) got = true;
    __syncthreads();
    if (got) break;
    __syncthreads();
  }
  __threadfence();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&word, 0);
  }
  sums[threadIdx.x] += 1;
}

// The block takes the lock for all its threads; thread 0 unlocks before all are done.
// unsaid: went on although
// unsaid: a lock must admit
CASE(unlocked_before_the_block_is_done, data_race) {
  return run(count_in_each_thread, 2, 2);
}

__global__ void unlock_by_a_store() {
  cuda::atomic_ref<int, cuda::thread_scope_device> taken(word);
  while (taken.exchange(1, cuda::memory_order_acquire) != 0) continue;
  if (total != 0) __trap();
  total = 1;
  sum = sum + 1;
  total = 0;
  taken.store(0, cuda::memory_order_release);
}

// A store that unlocks may overwrite the exchange of a waiter, which tries again.
CASE(unlocked_by_a_store, passed) { return run_leaving(sum, 3, unlock_by_a_store, 3, 1); }

__device__ cuda::std::atomic_flag taken;

template <cuda::std::memory_order acquire, cuda::std::memory_order release>
__global__ void count_under_a_flag() {
  while (taken.test_and_set(acquire)) taken.wait(true, cuda::std::memory_order_relaxed);
  ++sum;
  taken.clear(release);
  taken.notify_one();
}

// cuda::std::atomic_flag is of the system's scope.
CASE(atomic_flag, passed) {
  count_under_a_flag<cuda::std::memory_order_acquire, cuda::std::memory_order_release>
      <<<2, 2>>>();
  return !variable_holds(sum, 4);
}

// The lock excludes other threads, but orders nothing for them.
// told: atomic exchange taken, 0 -> 1
CASE(relaxed_atomic_flag, data_race) {
  count_under_a_flag<cuda::std::memory_order_relaxed, cuda::std::memory_order_relaxed>
      <<<2, 1>>>();
  return finish();
}
