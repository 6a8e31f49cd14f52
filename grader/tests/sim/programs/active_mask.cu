// __activemask() says which lanes happen to run together, not which ones will come.
#include <cooperative_groups.h>

#include "cases.h"

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
// Lanes in different branches do not run together, also not where a helper asks for both.
// schedules: 200
CASE(in_two_branches, passed) { return run(branches, 1, 32); }

__global__ void count(int* total) {
  const unsigned active = __activemask();
  if (threadIdx.x == 0) *total = __popc(active);
}

// The lanes that the mask leaves out are not counted.
// schedules: 200
CASE(taken_for_the_warp, wrong_result) {
  int* total = device<int>();
  count<<<1, 32>>>(total);
  return holds(total, {32}) || holds(total, {1}) ? 0 : 1;
}
