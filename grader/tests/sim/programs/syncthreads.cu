// All threads of a block that have not ended must come to the same __syncthreads().
#include "cases.h"

__global__ void fill(int* words, int count) {
  if (threadIdx.x >= count) return;
  words[threadIdx.x] = 1;
  __syncthreads();  // $partial
}

// One warp comes to the barrier, and the other one has ended, whole.
CASE(of_whole_warps, passed) { return run(fill, 1, 64, device<int>(64), 32); }

// Half of a warp comes to the barrier, and the other half has nothing to do.
// missing: Only 16 lanes of a warp reached the __syncthreads() in line $partial:
// missing: the other 16 had ended.
CASE(of_half_a_warp, advice partial_barrier) {
  return run(fill, 1, 64, device<int>(64), 16);
}

// All lanes of a warp must execute an aligned barrier, by the letter of PTX.
// command: --strict
// missing: Only 16 lanes of a warp reached the __syncthreads()
CASE(of_half_a_warp_strict, divergent_barrier) {
  return run(fill, 1, 64, device<int>(64), 16);
}

__global__ void part(int* out) {
  if (threadIdx.x < blockDim.x / 2) {
    out[threadIdx.x] = 1;
    __syncthreads();  // $first_half
  } else {
    __syncthreads();  // $second_half
    out[threadIdx.x] = 2;
  }
}

// Half of the block waits at one __syncthreads, the other half at another.
// told: line $first_half  __syncthreads
// told: line $second_half  __syncthreads
CASE(in_two_branches, divergent_barrier) { return run(part, 1, 8, device<int>(8)); }

__global__ void any_of(const int* values, int* any) {
  int is_there;
  if (threadIdx.x == 0)
    is_there = __syncthreads_or(values[threadIdx.x]);  // $own
  else
    is_there = __syncthreads_or(values[threadIdx.x]);  // $others
  any[threadIdx.x] = is_there;
}

// told: line $own  __syncthreads_or
// told: line $others  __syncthreads_or
// missing: let one outside of the branch or the loop that parts them take its place
CASE(with_a_value, divergent_barrier) {
  return run(any_of, 1, 32, zeros<int>(32), device<int>(32));
}

__global__ void meet(int n) {
  while (n > 0) __syncthreads();
}

// schedules: 1
// missing: The kernel meet still runs
CASE(without_end, no_progress) {
  meet<<<2, 64>>>(1);
  return finish();
}
