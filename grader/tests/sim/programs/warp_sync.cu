// Lanes of a warp are no more in step than other threads.  If one lane writes what
// another lane reads, they need __syncwarp(), or a barrier of a larger group.
#include <cuda/atomic>

#include "cases.h"

__global__ void reverse(int* out) {
  __shared__ int words[32];
  words[threadIdx.x] = threadIdx.x;
  __syncwarp(threadIdx.x < 16 ? 0xffff : 0xffff0000);
  out[threadIdx.x] = words[threadIdx.x ^ 15];
}

CASE(half_a_warp_at_a_time, passed) {
  return run_expecting({15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0,
                        31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16},
                       reverse, 1, 32);
}

__global__ void pass(int* out) {
  __shared__ int word;
  if (threadIdx.x == 0) word = 1;     // $written
  if (threadIdx.x == 1) *out = word;  // $read
}
// A block may have more warps: only the barrier that is right for any block is named.
// missing: No __syncthreads() that both threads reach lies between line $written and line $read
// unsaid: __syncwarp
CASE(two_lanes_and_no_barrier, data_race) { return run(pass, 1, 2, device<int>()); }

__global__ void sum(int* out) {
  __shared__ volatile int part[8];
  const int lane = threadIdx.x;
  part[lane] = 1;
  for (int reach = 4; reach > 0; reach /= 2)
    if (lane < reach) part[lane] += part[lane + reach];  // $volatile
  if (lane == 0) *out = part[0];
}
// Each volatile read finds what happens to be there.
// missing: Two schedules part at the volatile read in line $volatile
CASE(sums_through_volatile_memory, advice lanes_in_step) {
  int* out = managed<int>();
  const int result = run(sum, 1, 8, out);
  std::printf("%d\n", *out);
  return result;
}

__device__ int data[32];
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;

template <bool synchronized>
__global__ void acquire_for_the_warp(int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 5;
    __syncthreads();
    if (threadIdx.x == 0) ready.store(1, cuda::memory_order_release);
    return;
  }
  int seen = 0;
  while (threadIdx.x == 0 && seen == 0)
    seen = ready.load(cuda::memory_order_acquire);  // $acquired
  seen = __shfl_sync(0xffffffffu, seen, 0);
  if (synchronized) __syncwarp();
  if (data[threadIdx.x] * seen == 5) atomicAdd(out, 1);  // $read_by_all
}

// Lane 0 acquires and tells the others by a shuffle; they read what was published.
// missing: a __syncwarp() must lie between line $acquired and line $read_by_all
CASE(lane_acquires_for_its_warp, data_race) {
  return run(acquire_for_the_warp<false>, 2, 32, zeros<int>());
}

CASE(lane_acquires_and_syncs, passed) {
  return run_expecting({32}, acquire_for_the_warp<true>, 2, 32);
}
