// What the rungs of this ladder share: the guards of part 1a, and how a thread adds up its
// share, as in the reference.

#pragma once

#include "block_fold.cuh"

__device__ bool lastBlock(int* counter) {
  int is_last = 0;  // Only thread 0 of the last block changes it.

  __syncthreads();  // Orders the writes of all the block's threads before the fence.

  if (threadIdx.x == 0) {
    __threadfence();  // Release: the block's writes, then the ticket.  Pairs with A.
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();  // A.  Acquire: every other ticket, then the reads of the merge.
      *counter = 0;     // Every ticket is drawn: nobody else touches it in this launch.
    }
  }

  // Thread 0 knows, now all do; and what it did comes before what they do next.
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;

  // Orders the block's writes before the fence, and the reads of is_last after an earlier
  // call before the write below.
  __syncthreads();

  if (threadIdx.x == 0) {
    __threadfence();  // Release: the block's writes, then the ticket.  Pairs with B.
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();  // B.  Acquire: every other ticket, then the reads of the merge.
      *counter = 0;     // Every ticket is drawn.
    }
  }

  __syncthreads();  // Orders thread 0's write of is_last, and B, before what follows.
  return is_last;
}

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (size_t i = rank; i < size_t(n); i += threads) sum += unsigned(values[i]);
  return sum;
}
