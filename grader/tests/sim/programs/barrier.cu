// Threads of a block meet at a cuda::barrier, which expects N arrivals in each phase.
#include <cuda/barrier>

#include "cases.h"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void meet_four_times(int* out) {
  __shared__ Barrier barrier;
  __shared__ int mine[4];
  const unsigned me = threadIdx.x;
  if (me == 0) init(&barrier, blockDim.x);
  __syncthreads();
  mine[me] = 1;
  barrier.arrive_and_wait();
  int sum = mine[(me + 1) % 4];
  barrier.wait(barrier.arrive());  // All have read, and may write again.
  mine[me] = 10;
  if (me == 3) {
    barrier.arrive_and_drop();
    return;
  }
  (void)barrier.arrive();
  barrier.wait_parity(false);  // The third phase, number 2.
  sum += mine[3];
  auto last = barrier.arrive();
  while (!barrier.try_wait_for(std::move(last), cuda::std::chrono::nanoseconds(50))) {
  }
  mine[me] = 100;
  barrier.arrive_and_wait();
  out[me] = sum + mine[(me + 1) % 3];
}

// Any wait sees all writes before the arrivals; a thread that drops out is not awaited.
CASE(awaited_in_four_ways, passed) {
  return run_expecting({111, 111, 111}, meet_four_times, 1, 4);
}

__global__ void look_before_the_wait(int* out) {
  __shared__ Barrier barrier;
  __shared__ int mine[2];
  const unsigned me = threadIdx.x;
  if (me == 0) init(&barrier, blockDim.x);
  __syncthreads();
  mine[me] = 1;
  auto token = barrier.arrive();
  out[me] = mine[1 - me];
  barrier.wait(std::move(token));
}

// An arrival publishes a thread's writes; only a wait lets the thread see the others'.
// missing: Neither a __syncthreads() nor a wait at shared barrier lies between
CASE(not_awaited, data_race) { return run(look_before_the_wait, 1, 2, device<int>(2)); }

struct Way {
  int expected;  ///< 0: the barrier is not initialized.
  bool syncs = true;
  int absent = -1;  ///< A thread that does not arrive.
  int arrivals = 1;
};

__global__ void meet(Way way) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0 && way.expected > 0) init(&barrier, way.expected);
  if (way.syncs) __syncthreads();
  if (threadIdx.x == way.absent) return;
  barrier.wait(barrier.arrive(way.arrivals));
}

// The fourth thread begins a phase of its own.
// missing: which has 1 of 3 arrivals
CASE(expects_too_few, deadlock) { return run(meet, 1, 4, Way{.expected = 3}); }

// The barrier also expects a thread that leaves early.
// missing: at the barrier shared barrier, which has 4 of 5 arrivals
// missing: The count that a barrier is initialized with must be the number of arrivals
// told: arrival shared barrier, 4 of 5
CASE(expects_too_many, deadlock) {
  return run(meet, 1, 5, Way{.expected = 5, .absent = 4});
}

// missing: 2 arrivals at the barrier shared barrier, but its phase 0 expects only 1 more
CASE(arrives_too_often, api_error) {
  return run(meet, 1, 2, Way{.expected = 3, .arrivals = 2});
}

// Nothing orders init() before the arrivals of other threads.
// missing: used before it is initialized: one thread must call init(), and a __syncthreads() must
CASE(without_sync_after_init, api_error) {
  return run(meet, 1, 4, Way{.expected = 4, .syncs = false});
}

__global__ void wait_late() {
  __shared__ Barrier barrier;
  init(&barrier, 1);
  auto token = barrier.arrive();
  barrier.arrive_and_wait();
  barrier.wait(std::move(token));
}

// A token is valid until the phase after its own ends: on a GPU this wait may hang.
// missing: a wait for phase 0 of the barrier shared barrier, which is already in phase 2
CASE(waits_too_late, api_error) { return run(wait_late, 1, 1); }
