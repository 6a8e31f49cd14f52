// Two guards: one without fences, with the name that lab 01 asks for, and a right one.
// A file that includes it passes if its macro `lastBlock` reaches the lab's scenarios.

#pragma once

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) *counter = 0;
  }
  return __syncthreads_or(is_last);
}
