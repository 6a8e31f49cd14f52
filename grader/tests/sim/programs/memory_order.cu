// What a fence or an atomic operation orders, and for which threads.
#include <cuda/atomic>

#include "cases.h"

using Atomic = cuda::atomic<int, cuda::thread_scope_device>;
using Reference = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int data, signal;
__device__ Atomic flag{0}, other{1};

template <bool stores>
__global__ void hand_over_past_a_block(int* seen) {
  volatile int* const now = &signal;
  if (blockIdx.x == 1) {
    atomicAdd(&signal, 10);
    if (stores) *now = 1;
  } else if (threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    atomicAdd(&signal, 1);
  } else {
    while ((stores ? *now : atomicAdd(&signal, 0)) % 10 == 0) continue;
    __threadfence_block();
    *seen = data;
  }
}

// A block fence publishes to its own block.  An atomic of another block comes next, and
// changes nothing: read-modify-writes carry the signal on.
CASE(block_fence_past_an_atomic, passed) {
  return run_expecting({42}, hand_over_past_a_block<false>, 2, 2);
}

// A store of another block is no read-modify-write, so it does not carry the signal on.
CASE(block_fence_past_a_store, data_race) {
  return run(hand_over_past_a_block<true>, 2, 2, device<int>());
}

__global__ void cross_in_a_block(int* seen) {
  __shared__ volatile int words[2];
  words[threadIdx.x] = 0;
  __syncthreads();
  words[threadIdx.x] = 1;
  threadIdx.x == 0 ? __threadfence() : __threadfence_block();
  seen[threadIdx.x] = words[1 - threadIdx.x];
}

// Within a block, __threadfence_block does what __threadfence does; both have one order.
CASE(block_fence_beside_a_device_fence, passed) {
  int* seen = device<int>(2);
  cross_in_a_block<<<1, 2>>>(seen);
  return holds(seen, {0, 0});
}

__global__ void acquire_by_a_failed_exchange(int* out) {
  int expected = 0;
  if (blockIdx.x == 0) {
    data = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.compare_exchange_weak(expected, 0, cuda::memory_order_relaxed,
                                      cuda::memory_order_acquire))
      expected = 0;
    *out = data;
  }
}

// A compare-exchange whose second order is acquire takes over what it saw when it failed.
CASE(failed_exchange_acquires, passed) {
  return run_expecting({42}, acquire_by_a_failed_exchange, 2, 1);
}

__global__ void release_by_a_failed_exchange(int* out) {
  int expected = 5;
  if (blockIdx.x == 0) {
    data = 42;
    other.compare_exchange_strong(expected, 6, cuda::memory_order_release,
                                  cuda::memory_order_relaxed);
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) continue;
    *out = other.load(cuda::memory_order_acquire) + data;
  }
}

// A compare-exchange that fails is a load: what it would have released is not released.
CASE(failed_exchange_releases_nothing, data_race) {
  return run(release_by_a_failed_exchange, 2, 1, device<int>());
}

__global__ void load_and_release(int* out) {
  *out = Reference(signal).load(cuda::memory_order_release);
}

// C++ forbids this order for a load, and the next one for a store; CUDA asserts that.
// missing: relaxed, acquire or seq_cst
CASE(load_that_releases, api_error) { return run(load_and_release, 1, 1, device<int>()); }

__global__ void store_and_acquire() {
  Reference(signal).store(1, cuda::memory_order_acq_rel);
}

// missing: relaxed, release or seq_cst
CASE(store_that_acquires, api_error) { return run(store_and_acquire, 1, 1); }
