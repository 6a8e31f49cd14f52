// Threads of a block at __syncthreads(), or beside it.
#include "cases.h"

__global__ void hand_out(int* out, int n) {
  __shared__ int value;
  if (threadIdx.x >= n) return;
  if (threadIdx.x == 0) value = 7;
  __syncthreads();
  out[threadIdx.x] = value;
}
// __syncthreads() waits for the threads that have not exited.
CASE(early_exit, advice partial_barrier) {
  return run_expecting({7, 7, 7, 7, 7}, hand_out, 1, 32, 5);
}

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

__device__ int arrived;

__device__ void meet() {
  if (threadIdx.x != 0) return;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (*(volatile int*)&arrived != 2) continue;
  __threadfence();
}

__global__ void exchange(int* data, int* out) {
  const int i = 2 * blockIdx.x + threadIdx.x;
  if (threadIdx.x == 0) data[blockIdx.x] = i;
  meet();
  out[i] = data[1 - blockIdx.x];
}
// All threads but one leave the barrier of the grid at once.
// missing: no __syncthreads() held thread 1 of block
CASE(others_return_at_once, data_race) {
  return run(exchange, 2, 2, device<int>(4), device<int>(4));
}

__global__ void sum_up(const int* in, int* out) {
  __shared__ int partial[32];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int total = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) total += partial[i];

  *out = total;  // $total
}
// Each thread writes the sum of the block: the same value.
// missing: of block 0 both run line $total and write the same word
CASE(everybody_writes, advice equal_writes) {
  return run(sum_up, 1, 4, zeros<int>(4), device<int>());
}
