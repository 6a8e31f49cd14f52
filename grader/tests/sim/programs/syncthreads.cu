// All threads of a block that have not ended must come to the same __syncthreads().
#include "cases.h"

__global__ void fill(int* words, int count) {
  if (threadIdx.x >= count) return;
  words[threadIdx.x] = 1;
  __syncthreads();  // $partial
}

// One warp comes to the barrier, and the other warp has ended as a whole.
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
  if (threadIdx.x == 0)                                // $parts
    is_there = __syncthreads_or(values[threadIdx.x]);  // $own
  else
    is_there = __syncthreads_or(values[threadIdx.x]);  // $others
  any[threadIdx.x] = is_there;
}

// told: line $own  __syncthreads_or
// told: line $others  __syncthreads_or
// missing: out of the branch of line $parts, and drop any in its other arm
CASE(with_a_value, divergent_barrier) {
  return run(any_of, 1, 32, zeros<int>(32), device<int>(32));
}

__device__ int share(int value) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = value;
  __syncthreads();  // $within
  const int all = shared;
  __syncthreads();
  return all;
}

__global__ void ask_twice(int* out) {
  if (threadIdx.x == 0 && share(1) == 0) return;  // $early
  out[threadIdx.x] = share(2);                    // $all
  __syncthreads();                                // $behind
}
// One thread makes one more call, so the block's threads part only at the next barrier.
// missing: Before that, threads of the block met at the __syncthreads in line $within by
// missing: different calls, in line $early and in line $all: only thread 0 made the one
// missing: in line $early.
CASE(by_different_calls, divergent_barrier) {
  return run(ask_twice, 1, 8, device<int>(8));
}

__global__ void meet(int n) {
  while (n > 0) __syncthreads();
}

// schedules: 1
// missing: The kernel meet still runs
CASE(without_end, no_progress) {
  meet<<<1, 33>>>(1);
  return finish();
}

__global__ void part_in_a_line() {
  // clang-format off
  if (threadIdx.x == 0) __syncthreads(); else __syncthreads();  // $line
  // clang-format on
}
__global__ void one_branch(int* out) {
  if (threadIdx.x == 0) {  // $if
    __syncthreads();       // $inside
    out[0] = 1;
  }
  __syncthreads();
}

// missing: move the one in line $inside out of the branch of line $if,
CASE(in_one_branch, divergent_barrier) { return run(one_branch, 1, 2, device<int>()); }

// Both barriers stand in one line, so the line says nothing about which is which.
// missing: Threads of one block wait at different calls of __syncthreads in line $line.
// unsaid: some in line
CASE(two_in_a_line, divergent_barrier) { return run(part_in_a_line, 1, 2); }

__device__ volatile int next;

__global__ void work_together(int* out, const int* items) {
  while (next < *items) {  // $look
    if (threadIdx.x == 0) next = next + 1;
    __syncthreads();  // $in_the_loop
    out[threadIdx.x] = 1;
  }
  __syncthreads();  // $behind_it
}
// Thread 0 changes the word by which its neighbours decide whether to stay in the loop.
// missing: Of block 0, thread 0 came to line $in_the_loop, and thread 1 to line $behind_it.
// missing: In line $look, thread 0 had read 0 from next, and thread 1 had read 1.
// missing: If only some call that function, let all call it, or let it do without a barrier
CASE(leaves_the_loop_alone, divergent_barrier) {
  int *out = device<int>(2), *items = zeros<int>();
  cudaMemset(items, 1, 1);
  return run(work_together, 1, 2, out, items);
}
