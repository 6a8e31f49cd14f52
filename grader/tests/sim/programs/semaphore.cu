// Semaphores of the C++ library: what a permit protects, and what release() needs.
#include <cuda/semaphore>

#include "cases.h"

__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> places(2);
__device__ int counter;

template <bool alone>
__global__ void count() {
  alone ? lock.acquire() : places.acquire();
  ++counter;
  alone ? lock.release() : places.release();
}

// One permit is a lock: plain increments under it are not lost.
CASE(as_a_lock, passed) {
  count<true><<<2, 2>>>();
  return !variable_holds(counter, 4);
}

// Two may hold it at once: it protects nothing that only one may touch.
CASE(of_two, data_race) { return run(count<false>, 2, 1); }

__global__ void leave_early(int* out) {
  lock.acquire();
  if (threadIdx.x == 1) return;
  *out = 1;
  lock.release();
}

// missing: for the semaphore lock, which nothing releases
// missing: only release() gives one back
CASE(not_released, deadlock) { return run(leave_early, 2, 2, device<int>()); }

__global__ void release_twice() {
  if (!lock.try_acquire()) return;
  lock.release();
  lock.release();
}

// missing: a semaphore is released more often than its maximum allows
CASE(released_twice, api_error) { return run(release_twice, 1, 1); }
