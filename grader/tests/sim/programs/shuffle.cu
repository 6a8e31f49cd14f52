// Shuffles and votes: results, required callers, and that they order no memory accesses.
// __activemask() says which lanes happen to run together, not which ones will come.
#include <cooperative_groups.h>

#include "cases.h"

constexpr unsigned kAll = 0xffffffff;

__global__ void sum_of_a_part(int* out, int n) {
  const int me = threadIdx.x;
  int value = me;
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_down_sync(kAll, value, d);
    if (me + d < n) value += other;
  }
  if (me == 0) *out = value;
  if (__shfl_down_sync(kAll, me, 5, 4) != me) *out = -1;
}
// The sum uses nothing from absent lanes.  Past its segment, a lane reads its own value.
CASE(in_a_part_of_a_warp, passed) {
  int sum[1] = {}, *out = device<int>();
  sum_of_a_part<<<1, 20>>>(out, 20);
  if (!fetch(sum, out)) return 1;
  std::printf("%d\n", sum[0]);
  return sum[0] != 190;
}

__global__ void exchange(int* out) {
  __shared__ int words[32];
  words[threadIdx.x] = threadIdx.x;
  const int next = __shfl_down_sync(kAll, int(threadIdx.x), 1);
  out[threadIdx.x] = words[31 - threadIdx.x] + 0 * next;
}
// missing: synchronizes the lanes of the warp, but orders no memory accesses
CASE(is_no_barrier, data_race) { return run(exchange, 1, 32, device<int>(32)); }

__global__ void shift(int* out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = 1;
  __syncthreads();
  int sum = threadIdx.x >= 32 ? first : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(kAll, sum, d);
  if (threadIdx.x == 0) first = sum;
  out[threadIdx.x] = sum;
}
// Two warps shuffle between the accesses, but only a barrier of the block orders them.
// missing: No __syncthreads() that both threads reach lies between
// unsaid: a __syncwarp() must lie
CASE(in_two_warps, data_race) { return run(shift, 1, 64, device<int>(64)); }

enum Mistake { other_function, other_mask, mask_without_the_caller };

template <Mistake mistake>
__global__ void call(int* out) {
  const bool low = threadIdx.x < 16;
  if (mistake == other_function)
    out[threadIdx.x] = low ? __shfl_sync(kAll, threadIdx.x, 0) : __any_sync(kAll, 1);
  else if (mistake == other_mask)
    out[threadIdx.x] = __shfl_sync(low ? 0x3ffff : kAll, threadIdx.x, 0);
  else
    out[threadIdx.x] = __shfl_sync(0xf, 1, 0);
}

CASE(functions_differ, api_error) {
  return run(call<other_function>, 1, 32, device<int>(32));
}

CASE(masks_differ, api_error) { return run(call<other_mask>, 1, 32, device<int>(32)); }

CASE(mask_excludes_caller, api_error) {
  return run(call<mask_without_the_caller>, 1, 8, device<int>(32));
}

template <bool named>
__global__ void sum_of_half(int* out) {
  int value = threadIdx.x;
  if (value >= 16) return;
  const unsigned mask = named ? kAll : 0xffff;
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(mask, value, d);  // $half
  if (threadIdx.x == 0) *out = value;
}

/// Prints the sum; the program does not look at it.
int print_sum(void (*kernel)(int*), int threads) {
  int sum[1] = {}, *out = device<int>();
  kernel<<<1, threads>>>(out);
  if (!fetch(sum, out)) return 1;
  std::printf("%d\n", sum[0]);
  return 0;
}

// missing: lane 0 reads the value of lane 16
// missing: :$half
CASE(from_lanes_that_the_mask_lacks, advice uninitialized_read) {
  return print_sum(sum_of_half<false>, 32);
}
CASE(from_lanes_that_have_exited, advice uninitialized_read) {
  return print_sum(sum_of_half<true>, 32);
}
// missing: reads the value of lane
CASE(from_lanes_that_are_not_there_and_wrong, wrong_result) {
  int sum[1] = {}, *out = device<int>();
  sum_of_half<true><<<1, 16>>>(out);
  return !fetch(sum, out) || sum[0] != 120;
}

__global__ void largest_of_all(int* out) {
  int value = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) value = max(value, __shfl_xor_sync(kAll, value, d));
  out[threadIdx.x] = value;
}
// The 24 threads shuffle by xor.  Nothing prints the values: the host only copies them.
CASE(exchanged_with_lanes_that_are_not_there, advice uninitialized_read) {
  int copy[24] = {}, *out = device<int>(24);
  largest_of_all<<<1, 24>>>(out);
  return fetch(copy, out) ? 0 : 1;
}

// The aggregated increment: the active lanes draw places together, by one atomic.
template <bool ask_twice>
__global__ void draw(int* count, int* places) {
  const unsigned lane = threadIdx.x, active = __activemask();
  const int leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(active));
  first = __shfl_sync(ask_twice ? __activemask() : active, first, leader);
  places[lane] = first + __popc(active & ((1u << lane) - 1));
}

template <bool ask_twice>
int draw_all() {
  int places[32], *words = zeros<int>(33);
  draw<ask_twice><<<1, 32>>>(words, words + 1);
  fetch(places, words + 1);
  unsigned taken = 0;
  for (const int place : places)
    if (place >= 0 && place < 32) taken |= 1u << place;
  return taken == ~0u ? 0 : 1;
}

// schedules: 200
CASE(asked_once, passed) { return draw_all<false>(); }

// Where the second answer leaves out the leader, the shuffle's result is undefined.
// schedules: 200
CASE(asked_twice, wrong_result) { return draw_all<true>(); }

__device__ unsigned ask() { return __activemask(); }

__global__ void branches() {
  unsigned direct, by_helper, by_group;
  const bool low = threadIdx.x < 16;
  if (low) {
    direct = __activemask();
    by_helper = ask();
    by_group = cooperative_groups::coalesced_threads().size();
  } else {
    direct = __activemask();
    by_helper = ask();
    by_group = cooperative_groups::coalesced_threads().size();
  }
  const unsigned self = 1u << threadIdx.x, others = low ? 0xffff0000u : 0xffffu;
  if (((direct | by_helper) & others) || !(direct & by_helper & self) || by_group > 16)
    __trap();
}
// Lanes in different branches do not run together, even if a helper asks for both.
// schedules: 200
CASE(in_two_branches, passed) { return run(branches, 1, 32); }
